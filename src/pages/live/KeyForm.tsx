import { useState } from 'react';
import { focusOnArrival } from '../../browser/focus.ts';
import { Button } from '../../components/Button.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SecretField } from '../../components/form/SecretField.tsx';
import { Heading } from '../../components/Heading.tsx';

export interface KeyFormProps {
  /** The key that was refused, to be corrected; null where none was. */
  readonly refused: string | null;
  readonly onKey: (key: string) => void;
}

/** Asks for the key of a private session. It stays in this tab and is in no address. */
export function KeyForm({ refused, onKey }: KeyFormProps) {
  const [value, setValue] = useState(refused ?? '');
  return (
    <form
      className="mx-auto grid w-full max-w-sm gap-4 pt-6"
      onSubmit={onSubmit(() => (value.trim() === '' ? undefined : onKey(value.trim())))}
    >
      <Heading title="Private session">Private session</Heading>
      <p className="text-mute">Whoever records this session can give you its key.</p>
      <SecretField
        ref={refused === null ? undefined : focusOnArrival}
        label="Key"
        showLabel="Show key"
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={refused === null ? null : 'This is not the key of this session.'}
      />
      <Button kind="primary" type="submit">
        Watch
      </Button>
    </form>
  );
}
