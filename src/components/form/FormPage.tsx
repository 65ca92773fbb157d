import type { ReactNode } from 'react';
import { Heading } from '../Heading.tsx';

/** A page that is one form or one message, in a narrow column. */
export function FormPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto grid w-full max-w-sm gap-5 py-4 desk:py-10">
      <header className="grid gap-1.5">
        <Heading title={title}>{title}</Heading>
        {lead === undefined ? null : <p className="text-mute">{lead}</p>}
      </header>
      {children}
    </section>
  );
}
