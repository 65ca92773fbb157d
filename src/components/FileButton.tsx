import type { InputHTMLAttributes } from 'react';
import { classesOf, Face, type Look, preventDefault } from './Button.tsx';

interface FileButtonProps
  extends Look,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'children' | 'className' | 'disabled' | 'onChange'> {
  readonly isDisabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Chooses files, and looks like a button. */
export function FileButton(props: FileButtonProps) {
  const { kind, icon, className = '', isDisabled = false, children, onFiles, ...input } = props;
  const states = 'cursor-pointer has-aria-disabled:text-mute focus-inside';
  return (
    <label className={classesOf({ kind, className: `${states} ${className}` })}>
      <Face icon={icon}>{children}</Face>
      <input
        {...input}
        type="file"
        aria-disabled={isDisabled || undefined}
        className="sr-only"
        onClick={isDisabled ? preventDefault : undefined}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
