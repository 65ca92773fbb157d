import type { ReactNode } from 'react';

interface SectionCardProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a section, with its heading. */
export function SectionCard({ id, title, children }: SectionCardProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card stack gap-4 p-4 desk:p-5">
      <h2 id={`${id}-title`} className="text-20 font-750">
        {title}
      </h2>
      {children}
    </section>
  );
}
