import type { ReactNode } from 'react';

interface ListCountProps {
  readonly id?: string;
  /** Focus goes here when it appears: the page of the list that was shown before is gone. */
  readonly isFocused: boolean;
  readonly children: ReactNode;
}

/** How many items a list has. */
export function ListCount({ id, isFocused, children }: ListCountProps) {
  return (
    <p id={id} role="status" tabIndex={-1} ref={isFocused ? focusElement : null} className="text-mute outline-none">
      {children}
    </p>
  );
}

/** React calls it once, when the element appears. */
function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
