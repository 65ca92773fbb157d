import type { ReactNode } from 'react';

/** A section of a page with its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <h2 id={id} className="text-17 font-750">
        {title}
      </h2>
      {children}
    </section>
  );
}
