import { useId } from 'react';
import type { SeasonEvent } from '#contract/entities/season';
import { isRace, type Scoring, scorings } from '#contract/enumerations';
import { describeSession } from '#contract/race/describe-session';
import type { Destination, OwnSeason, SortedSession } from '#contract/race/race-night';
import { shownPodium } from '#contract/race/ruled-event';
import { AfterDot } from '../../../components/AfterDot.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDayAndTime, formatShortDay } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { otherTrackText } from '../../../format/other-track.ts';

interface NightRowProps extends SortedSession {
  readonly seasons: readonly OwnSeason[];
  /** Null: it was chosen by hand. */
  readonly why: string | null;
  readonly scoring: Scoring | null;
  readonly onMove: (destination: Destination) => void;
  readonly onScore: (scoring: Scoring) => void;
}

const scoringNames: Record<Scoring, string> = { race: 'Race points', sprint: 'Sprint points', none: 'No points' };
const select = 'h-11 w-full min-w-0 rounded-8 border border-line bg-bg px-2';

/** One session of the night: where it goes, why, and how it scores. */
export function NightRow({ session, destination, seasons, why, scoring, onMove, onScore }: NightRowProps) {
  const [winner] = shownPodium(session);
  const noteId = useId();
  const event = eventOf(destination, seasons);
  const warning = event === null ? null : otherTrackText(session, event.track);
  const { title, stateText } = describeSession(session);
  return (
    <li className="grid grid-cols-1 items-center gap-x-4 gap-y-2 border-b border-hair py-2.5 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_160px]">
      <p className="stack min-w-0">
        <span className="truncate font-650">{title}</span>
        <span className="truncate text-14 text-mute">
          {stateText === '' ? null : <b className="text-amber">{stateText} · </b>}
          {formatDayAndTime(session.sessionStartTime)}
          {session.numberOfLaps === null ? null : ` · ${formatCount(session.numberOfLaps, 'lap')}`}
          <AfterDot text={winner?.name} />
        </span>
      </p>
      <div className="stack min-w-0 gap-0.5">
        <select
          aria-label={`Event of ${title}`}
          aria-describedby={warning === null && why === null ? undefined : noteId}
          value={optionOf(destination)}
          onChange={({ target }) => onMove(destinationOf(target.value, session.sessionStartTime))}
          className={select}
        >
          <option value="">Leave it out</option>
          {seasons.map(({ id, name, events }) => (
            <optgroup key={id} label={name}>
              <Options of={events.map((event, index) => [`${id} ${event.id}`, labelOf(event, index + 1)])} />
              <option value={`${id} new`}>New event: {trackName(session.trackId)}</option>
            </optgroup>
          ))}
        </select>
        {warning === null ? null : (
          <b id={noteId} className="text-14 font-650 text-amber">
            {warning}
          </b>
        )}
        {warning !== null || why === null ? null : (
          <span id={noteId} className="text-14 text-mute">
            {why}
          </span>
        )}
      </div>
      {destination === null || !isRace(session.sessionType) ? null : (
        <select
          aria-label={`Points of ${title}`}
          value={scoring ?? 'none'}
          onChange={({ target }) => onScore(scorings.find((each) => each === target.value) ?? 'none')}
          className={`${select} self-start`}
        >
          <Options of={scorings.map((each) => [each, scoringNames[each]])} />
        </select>
      )}
    </li>
  );
}

function labelOf({ track, name, startsAt }: SeasonEvent, round: number): string {
  return `R${round} ${name ?? trackName(track)}${startsAt === null ? '' : ` · ${formatShortDay(startsAt)}`}`;
}

/** The event of a season that a session goes to; null for a new one, and for none. */
function eventOf(destination: Destination, seasons: readonly OwnSeason[]): SeasonEvent | null {
  if (destination === null || !('eventId' in destination)) return null;
  const season = seasons.find(({ id }) => id === destination.seasonId);
  return season?.events.find(({ id }) => id === destination.eventId) ?? null;
}

function optionOf(destination: Destination): string {
  if (destination === null) return '';
  return `${destination.seasonId} ${'eventId' in destination ? destination.eventId : 'new'}`;
}

function destinationOf(value: string, startsAt: string): Destination {
  const [seasonId = '', eventId = ''] = value.split(' ');
  if (seasonId === '') return null;
  return eventId === 'new' ? { seasonId, newOn: startsAt } : { seasonId, eventId };
}
