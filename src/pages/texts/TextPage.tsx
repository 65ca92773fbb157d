import type { ReactNode } from 'react';
import { Heading } from '../../components/Heading.tsx';

interface TextPageProps {
  readonly title: string;
  /** Uses the whole width; otherwise the text is as wide as it can be read. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A page of text: on a wide screen its title stands beside it. */
export function TextPage({ title, isWide = false, children }: TextPageProps) {
  return (
    <article className="stack gap-4 wide:grid-cols-[240px_minmax(0,1fr)] wide:gap-10">
      <Heading title={title} className="text-30 font-800 wide:sticky wide:top-20 wide:self-start">
        {title}
      </Heading>
      <div className={`prose stack content-start gap-4 wide:pt-2 ${isWide ? '' : 'max-w-3xl'}`}>{children}</div>
    </article>
  );
}
