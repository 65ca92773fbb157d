import type { ReactNode } from 'react';
import { markSettling } from './mark-settling.ts';

interface SettlingProps {
  readonly phase: string;
  /** In its place until then. */
  readonly children?: ReactNode;
}

/** A part that is on its way: in a column of parts in order, those below it are shown with it. */
export function Settling({ phase, children }: SettlingProps) {
  const isSettling = phase === 'waiting' || phase === 'pending';
  return (
    <div>
      <div ref={isSettling ? markSettling : undefined} className={phase === 'waiting' ? 'invisible' : undefined}>
        {children}
      </div>
    </div>
  );
}
