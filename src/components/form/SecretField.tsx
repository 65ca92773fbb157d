import { useState } from 'react';
import { formIcons } from '../form-icons.ts';
import { IconButton } from '../IconButton.tsx';
import { Field, type FieldProps } from './Field.tsx';

interface SecretFieldProps
  extends Omit<FieldProps, 'type' | 'trailing' | 'autoCapitalize' | 'spellCheck' | 'required'> {
  /** The label of the button that reveals the text. */
  readonly showLabel: string;
}

/** A required password or key, hidden until it is to be shown. */
export function SecretField({ showLabel, ...field }: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      trailing={
        <IconButton
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="w-12 aria-pressed:text-red"
          icon={formIcons.eye}
          label={showLabel}
        />
      }
    />
  );
}
