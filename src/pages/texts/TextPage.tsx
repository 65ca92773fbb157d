import type { ReactNode } from 'react';
import { Heading } from '../../components/Heading.tsx';

/** A page of text. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="grid max-w-2xl gap-4 [&_a]:text-red [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-3 [&_h2]:text-20 [&_h2]:font-800 [&_li]:ml-5 [&_li]:list-disc">
      <Heading title={title}>{title}</Heading>
      {children}
    </article>
  );
}
