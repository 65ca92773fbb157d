import type { ReactNode } from 'react';

/** A part of a page under a heading of its own. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-17 font-750">
        {title}
      </h2>
      {children}
    </section>
  );
}
