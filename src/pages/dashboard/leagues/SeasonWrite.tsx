import type { ReactNode } from 'react';
import type { Outcome } from '#contract/api/problem';
import type { AnswerOf } from '#contract/calls/call';
import type { getLeague } from '#contract/calls/leagues';
import { getSeason } from '#contract/calls/seasons';
import type { SeasonSummary } from '#contract/entities/season';
import { progressOf, progressText, summaryProgress } from '#contract/race/season-progress';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { neighbourButton } from '../../../browser/focus.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';

interface SeasonWriteProps {
  readonly id: string;
  /** Null where only its id is known. */
  readonly season: SeasonSummary | null;
  /** A verb, such as `Remove`. */
  readonly action: string;
  readonly write: (key: string, signal: AbortSignal) => Promise<Outcome<AnswerOf<typeof getLeague> | undefined>>;
  /** Called with the button of the next line, or null: its own line disappears. */
  readonly onDone: (next: HTMLElement | null) => void;
}

/** A season in a list, to add or remove. Each has a write of its own: one without an answer holds up no other. */
export function SeasonWrite({ id, season, action, write, onDone }: SeasonWriteProps) {
  const { submit, failure, secondsLeft, wait } = useMutation({
    run: (_: { next: HTMLElement | null }, key, signal) => write(key, signal),
    onDone: (_, { next }) => onDone(next?.isConnected === true ? next : null),
  });
  const onAction = (button: HTMLElement) => submit({ next: neighbourButton(button) });
  return (
    <>
      {season === null ? (
        <UnlistedSeasonLine id={id} action={action} onAction={onAction} />
      ) : (
        <SeasonLine season={season} action={action} onAction={onAction} />
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </>
  );
}

interface ActionProps {
  /** A verb, such as `Remove`. */
  readonly action: string;
  /** Gets the button that was pressed. */
  readonly onAction: (button: HTMLElement) => void;
}

/** A season in a list, with one action. */
function SeasonLine({ season, action, onAction }: ActionProps & { season: SeasonSummary }) {
  const { id, name } = season;
  return (
    <Line name={name} action={action} onAction={onAction}>
      <div className="stack min-w-0 flex-1">
        <PageLink href={`/seasons/${id}`} className="flex min-h-6 items-center gap-1.5 font-650 hover:text-red">
          <bdi className="name-line">{name}</bdi>
        </PageLink>
        <span className="text-14 text-mute">{progressText(summaryProgress(season))}</span>
      </div>
    </Line>
  );
}

/** A season of which only the id is known, such as one of another user. */
function UnlistedSeasonLine({ id, action, onAction }: ActionProps & { id: string }) {
  const { value, phase } = useRead({ call: getSeason, params: { id } });
  if (value !== null) {
    const { round, rounds } = progressOf(value.events);
    return (
      <SeasonLine season={{ ...value, eventCount: rounds, lastRound: round }} action={action} onAction={onAction} />
    );
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
