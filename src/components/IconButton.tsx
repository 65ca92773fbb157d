import { Button, type ButtonProps } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'kind' | 'icon' | 'children' | 'isBusy'> {
  readonly icon: string;
  /** For screen readers. */
  readonly label: string;
  readonly size?: number;
}

/** A button that shows an icon alone. */
export function IconButton({ icon, label, size, ...button }: IconButtonProps) {
  return (
    <Button {...button} kind="icon">
      <Icon path={icon} size={size} />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
