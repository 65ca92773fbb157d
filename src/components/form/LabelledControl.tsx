import { type FormEvent, type ReactNode, useId, useState } from 'react';

interface LabelledControlProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Draws the control with the attributes that connect it to its label, hint and error. */
  readonly children: (attributes: {
    readonly id: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
    readonly onInvalid: ReturnType<typeof useValidity>['onInvalid'];
    readonly onInput: () => void;
  }) => ReactNode;
}

/** A control with its label; screen readers read its hint and error with it. */
export function LabelledControl({ label, hint, error: given = null, children }: LabelledControlProps) {
  const id = useId();
  const { message, onInvalid, onInput } = useValidity();
  const error = message ?? given;
  const descriptions = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="stack min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-650">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === null ? undefined : true,
        'aria-describedby': descriptions.length === 0 ? undefined : descriptions.join(' '),
        onInvalid,
        onInput,
      })}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="text-14 text-mute">
          {hint}
        </div>
      )}
      {error === null ? null : (
        <p id={`${id}-error`} className="text-14 text-red" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fault of a control, shown beside it instead of in a bubble of the browser. */
function useValidity() {
  const [message, setMessage] = useState<string | null>(null);
  return {
    /** Why the browser did not submit the form for this control; null while it would. */
    message,
    onInvalid: (event: FormEvent<Control>) => {
      event.preventDefault();
      const control = event.currentTarget;
      setMessage(validityText(control));
      // The browser focuses it only together with its bubble.
      if (control.form?.querySelector('input:invalid, select:invalid, textarea:invalid') === control) control.focus();
    },
    onInput: () => setMessage(null),
  };
}

function validityText({ validity, validationMessage, type }: Control): string {
  if (validity.valueMissing) return type === 'select-one' ? 'Choose one.' : 'Fill this in.';
  if (validity.typeMismatch && type === 'email') return 'Enter an e-mail address, such as name@example.com.';
  if (validity.typeMismatch && type === 'url') return 'Enter a web address that begins with https://';
  return validationMessage;
}
