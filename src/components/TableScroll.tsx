import type { ReactNode } from 'react';

interface TableScrollProps {
  readonly label: string;
  /** On a wide screen, where the table fits, its head stays in sight: a scroll container would keep it. */
  readonly hasStickyHead?: boolean;
  readonly children: ReactNode;
}

/** Lets a table scroll sideways where the screen is too narrow for it, instead of the page. */
export function TableScroll({ label, hasStickyHead = false, children }: TableScrollProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className={`scroll-x min-w-0 -mx-4 px-4 narrow:px-2 desk:mx-0 desk:px-0 ${hasStickyHead ? 'wide:overflow-visible' : ''}`}
    >
      {children}
    </section>
  );
}
