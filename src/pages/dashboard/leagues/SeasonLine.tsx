import type { ReactNode } from 'react';
import type { SeasonSummary } from '#contract/entities/season';
import { progressOf } from '#contract/race/championship';
import { useRead } from '../../../actors/read.tsx';
import { Button } from '../../../components/Button.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { seasonProgress } from '../../../format/season-progress.ts';

interface ActionProps {
  /** A verb, such as `Remove`. */
  readonly action: string;
  /** Gets the button that was pressed. */
  readonly onAction: (button: HTMLElement) => void;
}

/** A season in a list, with one action. */
export function SeasonLine({ season, action, onAction }: ActionProps & { season: SeasonSummary }) {
  const { id, name, eventCount = 0, eventsRun = 0 } = season;
  return (
    <Line name={name} action={action} onAction={onAction}>
      <div className="stack min-w-0 flex-1">
        <PageLink href={`/seasons/${id}`} className="flex min-h-6 items-center gap-1.5 font-650 hover:text-red">
          <bdi className="name-line">{name}</bdi>
        </PageLink>
        <span className="text-14 text-mute">{seasonProgress({ run: eventsRun, all: eventCount })}</span>
      </div>
    </Line>
  );
}

/** A season of which only the id is known, such as one of another user. */
export function UnlistedSeasonLine({ id, action, onAction }: ActionProps & { id: string }) {
  const { value, phase } = useRead({ name: 'getSeason', params: { id } });
  if (value !== null) {
    const { run, all } = progressOf(value);
    return <SeasonLine season={{ ...value, eventCount: all, eventsRun: run }} action={action} onAction={onAction} />;
  }
  if (phase !== 'notFound' && phase !== 'failed') return <Skeleton height={56} />;
  return (
    <Line name="this season" action={action} onAction={onAction}>
      <span className="flex-1 text-mute">
        {phase === 'notFound' ? 'A season that is private' : 'This season could not be loaded'}
      </span>
    </Line>
  );
}

function Line({ name, action, onAction, children }: ActionProps & { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center gap-3 border-b border-line py-1.5">
      {children}
      <Button className="shrink-0" aria-label={`${action} ${name}`} onClick={(event) => onAction(event.currentTarget)}>
        {action}
      </Button>
    </div>
  );
}
