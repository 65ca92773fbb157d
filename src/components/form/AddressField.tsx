import { Field } from './Field.tsx';

interface AddressFieldProps {
  readonly label: string;
  /** An e-mail address alone, or a phone number as well. */
  readonly isEmail?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What somebody signs in with, as password managers know it. */
export function AddressField({ label, isEmail = false, value, onChange }: AddressFieldProps) {
  return (
    <Field
      label={label}
      name="username"
      type={isEmail ? 'email' : 'text'}
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
