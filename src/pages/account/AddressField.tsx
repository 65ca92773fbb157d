import { Field } from '../../components/form/Field.tsx';

interface AddressFieldProps {
  readonly label: string;
  /** Accepts an e-mail address alone, otherwise a phone number too. */
  readonly isEmail?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of an account, in the form that password managers recognise. */
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
