import type { ReactNode } from 'react';
import { useMediaQuery } from '../../navigation/use-media-query.ts';

interface RacePanelProps {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A tab on a phone; always shown on a wide screen. A hidden tab is not rendered. */
export function RacePanel({ name, isCurrent, className = '', children }: RacePanelProps) {
  const isWide = useMediaQuery('(min-width: 1050px)');
  return isCurrent || isWide ? (
    <section aria-label={name} className={`min-w-0 ${className}`}>
      {children}
    </section>
  ) : null;
}
