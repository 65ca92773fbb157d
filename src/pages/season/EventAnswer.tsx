import type { LineUp } from '#contract/entities/line-up';
import type { RosterDriver } from '#contract/entities/roster';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { useUser } from '../../actors/auth.tsx';
import { useAnswer, useLineUp } from '../../actors/line-up.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { formatDayAndTime } from '../../format/date.ts';

interface EventAnswerProps {
  readonly season: Season;
  readonly event: Pick<SeasonEvent, 'id' | 'startsAt'>;
}

/** The driver of a season that the user is, or null. */
export function useOwnDriver({ members, roster }: Pick<Season, 'members' | 'roster'>): RosterDriver | null {
  const userId = useUser()?.userId;
  const driverId = userId === undefined ? undefined : members?.find((member) => member.userId === userId)?.driverId;
  return roster?.find(({ id }) => id === driverId) ?? null;
}

/** A driver of the season says whether they take part in an event that has not begun. Nothing for others. */
export function EventAnswer({ season, event }: EventAnswerProps) {
  const driver = useOwnDriver(season);
  return driver === null ? null : <OwnAnswer key={event.id} season={season} event={event} driver={driver} />;
}

function OwnAnswer({ season, event, driver }: EventAnswerProps & { readonly driver: RosterDriver }) {
  const params = { seasonId: season.id, eventId: event.id };
  const { value: lineUp } = useLineUp(params);
  const { submit, isBusy, failure, secondsLeft, wait } = useAnswer(params);
  const own = lineUp?.answers.find(({ driverId }) => driverId === driver.id);
  const choice = (value: 'in' | 'out', label: string) => (
    <Button
      aria-pressed={own?.value === value}
      className={
        value === 'in'
          ? 'aria-pressed:border-green aria-pressed:text-green'
          : 'aria-pressed:border-red aria-pressed:text-red'
      }
      isDisabled={isBusy || secondsLeft > 0}
      onClick={() => submit(value)}
    >
      {label}
    </Button>
  );
  return (
    <div className="no-print stack gap-2">
      <div className="grid max-w-sm grid-cols-2 gap-3">
        {choice('in', 'In')}
        {choice('out', 'Out')}
      </div>
      <p role="status" className="text-14 text-mute">
        {isBusy ? 'One moment…' : lineUp === null ? null : <AnswerText lineUp={lineUp} driver={driver} />}
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </div>
  );
}

/** What became of an answer, and until when there is time for it. */
function AnswerText({ lineUp, driver }: { lineUp: LineUp; driver: RosterDriver }) {
  const { seats, reserves, answers, answersUntil } = lineUp;
  const own = answers.find(({ driverId }) => driverId === driver.id);
  const seat = seats.find(({ driverId }) => driverId === driver.id);
  const place = reserves.findIndex(({ driverId }) => driverId === driver.id) + 1;
  const late = own?.isLate === true ? ' Your answer came late.' : '';
  if (own === undefined)
    return (
      <>
        {seat === undefined ? 'Say whether you would drive.' : 'You are in the line-up, unless you say no.'}
        {answersUntil === null ? null : (
          <>
            {' Answer by '}
            <LocalTime instant={answersUntil} format={formatDayAndTime} />.
          </>
        )}
      </>
    );
  if (seat !== undefined) return `You drive${seat.team === null ? '' : ` for ${seat.team}`}.${late}`;
  if (own.value === 'out') return `You do not drive.${late}`;
  return place === 0
    ? `You have no seat in this event.${late}`
    : `No seat is free yet: you are reserve ${place}.${late}`;
}
