import { type FormEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Validity {
  /** Why the browser did not submit the form for this control; null while it would. */
  readonly message: string | null;
  readonly onInvalid: (event: FormEvent<Control>) => void;
  readonly onInput: () => void;
}

/** What is wrong with a control, to be shown beside it instead of in a bubble of the browser. */
export function useValidity(): Validity {
  const [message, setMessage] = useState<string | null>(null);
  return {
    message,
    onInvalid: (event) => {
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
