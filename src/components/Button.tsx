import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

const looks = {
  /** The main action: at most one in a view. */
  primary: 'action bg-redfill text-white',
  quiet: 'action border border-line text-text',
  danger: 'action border border-redfill text-red',
  /** Two choices that must look the same, by law. */
  choice: 'action bg-text text-black',
  /** A value that one tap gives or takes. */
  chip: 'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-14 font-650 hover:border-mute',
  /** Beside or in a text. */
  link: 'link min-h-6',
  /** An icon alone, beside which there is room for the offline badge: `IconButton` gives it its name. */
  icon: 'flex size-11 shrink-0 items-center justify-center text-mute hover:text-text aria-disabled:opacity-40',
  /** A row, a cell or a card that is pressed as a whole. */
  plain: '',
} as const;

export interface Look {
  readonly kind?: keyof typeof looks;
  /** The path of an icon before the text. */
  readonly icon?: string;
  /** Its place and size, and its look while it is pressed. */
  readonly className?: string;
  readonly children?: ReactNode;
}

export interface ButtonProps
  extends Look,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'className' | 'disabled'> {
  /** It waits for an answer, and says so in place of its text. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
}

/**
 * A button. While it is busy or disabled it does nothing and stays in the order of focus: a button that is disabled under
 * the focus of a keyboard would lose it.
 */
export function Button(props: ButtonProps) {
  const {
    kind,
    icon,
    className,
    isBusy = false,
    isDisabled = false,
    type = 'button',
    onClick,
    children,
    ...button
  } = props;
  const isOff = isBusy || isDisabled;
  return (
    <button
      {...button}
      type={type}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      onClick={isOff ? preventDefault : onClick}
      className={classesOf({ kind, className })}
    >
      <Face icon={icon}>{isBusy ? 'One moment…' : children}</Face>
    </button>
  );
}

/** The classes of something that looks like a button. */
export function classesOf({ kind = 'quiet', className = '' }: Look): string {
  return `${looks[kind]} ${className}`.trim();
}

/** The text, after its icon. */
export function Face({ icon, children }: Look) {
  return (
    <>
      {icon === undefined ? null : <Icon path={icon} size={18} />}
      {children}
    </>
  );
}

/** The handler of a disabled button: it prevents the submit. */
export function preventDefault(click: MouseEvent): void {
  click.preventDefault();
}
