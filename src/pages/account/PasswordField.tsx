import { SecretField } from '../../components/form/SecretField.tsx';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { passwordRules } from './password.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shows the missing parts of a new password during input. */
  readonly isChecked?: boolean;
  readonly error?: string | null;
  /** It takes the place of what had the focus. */
  readonly hasFocus?: boolean;
}

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField({
  label: fieldLabel,
  name,
  autoComplete,
  value,
  onChange,
  isChecked = false,
  error = null,
  hasFocus = false,
}: PasswordFieldProps) {
  const rules = passwordRules(value);
  const hint = (
    <ul aria-live="polite" className="flex flex-wrap gap-x-4 gap-y-1">
      {rules.map(({ label, isMet }) => (
        <li key={label} className={`flex items-center gap-1.5 ${isMet ? 'text-green' : ''}`}>
          {isMet ? <Icon path={pageIcons.check} size={16} /> : <span className="inline-block w-4 text-center">·</span>}
          {label}
          <span className="sr-only">{isMet ? ', met' : ', not met yet'}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <SecretField
      label={fieldLabel}
      showLabel="Show password"
      name={name}
      autoComplete={autoComplete}
      error={error}
      autoFocus={hasFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={isChecked ? hint : undefined}
    />
  );
}
