import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { Field } from './Field.tsx';
import { FormError } from './FormError.tsx';
import { onSubmit } from './on-submit.ts';

interface DeleteFormProps {
  readonly name: string;
  readonly lead: ReactNode;
  readonly action: string;
  readonly onDelete: () => void;
  readonly mutation: ComponentProps<typeof FormError> & { readonly isBusy: boolean; readonly secondsLeft: number };
  /** Whether what `children` ask for is filled in. */
  readonly isComplete?: boolean;
  /** More fields. */
  readonly children?: ReactNode;
}

const comparable = (text: string) => text.normalize('NFC').trim();

/** Deletes something for good, after its name was typed. */
export function DeleteForm({ name, lead, action, onDelete, mutation, isComplete = true, children }: DeleteFormProps) {
  const { isBusy, failure, secondsLeft, fields, wait } = mutation;
  const [typed, setTyped] = useState('');
  const isOff = secondsLeft > 0 || !isComplete || comparable(typed) !== comparable(name);
  return (
    <form className="grid gap-4" onSubmit={onSubmit(onDelete)}>
      <p className="text-mute">{lead}</p>
      <Field
        label={`Type ${name} to confirm`}
        name="confirm"
        data-first-focus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {children}
      <FormError failure={failure} secondsLeft={secondsLeft} fields={fields} wait={wait} />
      <Button kind="danger" type="submit" isBusy={isBusy} isDisabled={isOff}>
        {action}
      </Button>
    </form>
  );
}
