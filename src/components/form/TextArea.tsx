import { type TextareaHTMLAttributes, useId } from 'react';
import { formatCount } from '../../format/count.ts';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'maxLength'> {
  readonly label: string;
  /** How many characters are typed, and how many there may be. */
  readonly length: number;
  readonly limit: number;
  readonly error?: string | null;
}

/** A labelled text of several lines, which grows with its input and counts its characters. */
export function TextArea({ label, length, limit, error = null, ...textarea }: TextAreaProps) {
  const id = useId();
  const isTooLong = length > limit;
  const shownError = error ?? (isTooLong ? `${formatCount(length - limit, 'character')} too many.` : null);
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-650">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        aria-invalid={shownError === null ? undefined : true}
        aria-describedby={shownError === null ? `${id}-hint` : `${id}-hint ${id}-error`}
        className="field-sizing-content max-h-[50dvh] min-h-30 w-full rounded-8 border border-line bg-bg px-3 py-2.5 text-17 aria-invalid:border-red"
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-14">
        <span id={`${id}-hint`} className="text-mute">
          {length} of {limit} characters
        </span>
        {/* Exists before it has a text, so that screen readers announce it. */}
        <span id={`${id}-error`} role="alert" className="text-red">
          {shownError}
        </span>
      </div>
    </div>
  );
}
