import type { ReactNode } from 'react';
import { listRecorders } from '#contract/calls/account';
import { pageUserLeagues } from '#contract/calls/leagues';
import { listUserLive } from '#contract/calls/live';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { listOwnSessions } from '#contract/calls/sessions';
import type { DrivenSeason } from '#contract/entities/season';
import { type Read, useRead } from '../../actors/read.tsx';
import { classesOf } from '../../components/Button.tsx';
import { markSettling } from '../../components/mark-settling.ts';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { firstStepsOf } from './first-steps.ts';

export interface FirstStepsProps {
  readonly userId: string;
  /** The read of the page, which can be refreshed there. */
  readonly driven: Read<readonly DrivenSeason[]>;
  readonly children: ReactNode;
}

/**
 * The way of a new admin to a season that records itself: what is done is ticked. Once all is, `children` are shown; so they are to
 * whoever drives in a season of somebody else and has begun none. Where a list is missing, its failure is beside it.
 */
export function FirstSteps({ userId, driven, children }: FirstStepsProps) {
  const reads = {
    leagues: useRead({ call: pageUserLeagues, params: { userId }, query: { page: 0, pageSize: 6 } }),
    seasons: useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: 6 } }),
    sessions: useRead({ call: listOwnSessions, query: { page: 0, pageSize: 6 } }),
    driven,
    recorders: useRead({ call: listRecorders }),
    live: useRead({ call: listUserLive, params: { userId } }),
  };
  const steps = firstStepsOf(userId, reads);
  if (steps === 'waiting') {
    const isSlow = Object.values(reads).some(({ phase }) => phase === 'pending' || phase === 'stillWaiting');
    return (
      <div ref={markSettling} aria-busy={isSlow} className="min-h-18">
        {isSlow ? <SkeletonCards count={1} /> : null}
      </div>
    );
  }
  if (steps === 'none') return children;
  if (steps === 'unknown')
    return (
      <p className="flex min-h-18 items-center border-y border-line text-mute">
        First steps that are left appear here once all lists of this page can be read.
      </p>
    );
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="grid border-t border-line">
      {steps.map(({ isDone, href, title, text }, index) => (
        <li key={href} className="border-b border-line">
          <a href={href} className="flex min-h-13 items-center gap-4 py-2">
            <span
              aria-hidden="true"
              className={`grid size-7 shrink-0 place-items-center rounded-full border text-14 font-750 ${isDone ? 'border-green text-green' : 'border-line text-mute'}`}
            >
              {isDone ? '✓' : index + 1}
            </span>
            <span className="grid min-w-0 flex-1">
              <span className={isDone ? 'text-mute' : 'font-650'}>
                {title}
                {isDone ? <span className="sr-only">, done</span> : null}
              </span>
              <span className="text-14 text-mute">{text}</span>
            </span>
            {index === next ? (
              <span aria-hidden="true" className={classesOf({ kind: 'primary', className: 'shrink-0' })}>
                {index === 0 ? 'Start' : 'Continue'}
              </span>
            ) : null}
          </a>
        </li>
      ))}
    </ol>
  );
}
