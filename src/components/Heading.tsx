import type { ReactNode } from 'react';
import { usePageHeading } from '../navigation/use-page-heading.ts';

interface HeadingProps {
  /** Title of the browser tab. */
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The heading of a page; it takes focus after a navigation. */
export function Heading({ title, className = 'text-30 font-800', children }: HeadingProps) {
  return (
    <h1 ref={usePageHeading(title)} tabIndex={-1} className={`wrap-anywhere ${className}`}>
      {children}
    </h1>
  );
}
