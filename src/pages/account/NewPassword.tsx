import type { ReactNode } from 'react';
import type { Mutation } from '../../actors/mutation.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';
import { PasswordField } from './PasswordField.tsx';
import { isPasswordValid } from './password.ts';

interface NewPasswordProps {
  readonly label: string;
  readonly submitLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Something else that is required is missing. */
  readonly isIncomplete?: boolean;
  /** Above the button. */
  readonly children?: ReactNode;
  readonly mutation: Pick<Mutation<never, unknown>, 'isBusy' | 'isDone' | 'failure' | 'secondsLeft' | 'wait'>;
}

/** The end of a form that sets a password: the password, why it was refused, and the button. */
export function NewPassword(props: NewPasswordProps) {
  const { label, submitLabel, value, onChange, isIncomplete = false, children, mutation } = props;
  const { isBusy, isDone, failure, secondsLeft, wait } = mutation;
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        isChecked
        error={fieldErrorOf(failure, 'password')}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['password']} />
      {children}
      <SubmitButton
        label={submitLabel}
        isBusy={isBusy || isDone}
        wait={wait}
        isDisabled={secondsLeft > 0 || isIncomplete || !isPasswordValid(value)}
      />
    </>
  );
}
