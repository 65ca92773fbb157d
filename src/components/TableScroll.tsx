import type { ReactNode } from 'react';

/** Lets a table scroll sideways where the screen is too narrow for it, instead of the page. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="scroll-x min-w-0 -mx-4 px-4 narrow:px-2 desk:mx-0 desk:px-0">
      {children}
    </section>
  );
}
