import { v5 } from 'uuid';
import type { Failure, Outcome } from '#contract/api/problem';
import { addEventSessions, addEvents, setSessionScoring } from '#contract/calls/events';
import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import type { Scoring } from '#contract/enumerations';
import { type Destination, isNightStored, type NightEvent } from '#contract/race/race-night';
import { useNewEntity } from './editor.ts';
import { useLoad, useWrite } from './write.ts';

/** A season as it is shown, with its version. */
export interface VersionedSeason {
  readonly season: Season;
  readonly version: string;
}

/** Sessions that are put into their events. */
export interface Night {
  readonly events: readonly NightEvent[];
  /** How sessions score, where the owner chose. */
  readonly scorings: readonly (readonly [sessionId: string, scoring: Scoring])[];
}

type Progress = { readonly season: Season; readonly version: string | null };

/**
 * The writes of a night, each based on the very season on the screen: an event that two devices make would be there twice, and
 * so would one whose answer was lost.
 */
const addMissingEvents = { ...addEvents, basis: undefined };
const addNightSessions = { ...addEventSessions, basis: undefined };
const setNightScoring = { ...setSessionScoring, basis: undefined };

/**
 * Puts sessions into the events of several seasons, and makes the events that are missing first. What was stored before a
 * failure stays; a repetition with the same key stores nothing twice. An attempt that is refused because its answer was
 * lost, or because another device has stored the same, has succeeded.
 */
export function useStoreNight(
  seasons: readonly VersionedSeason[],
): (night: Night, key: string, signal: AbortSignal) => Promise<Outcome<null>> {
  const createEvents = useWrite(addMissingEvents);
  const addSessions = useWrite(addNightSessions);
  const setScoring = useWrite(setNightScoring);
  const load = useLoad();

  return async (night, key, signal) => {
    for (const shown of seasons) {
      const own = night.events.filter(({ seasonId }) => seasonId === shown.season.id);
      const failure = await storeIn(shown, own);
      if (failure === null) continue;
      const isRefused = failure.status === 412 || failure.status === 409;
      const fresh = isRefused ? await load(getSeason, shown.season.id) : null;
      const isStored = fresh !== null && 'value' in fresh && isNightStored(fresh.value, own, night.scorings);
      if (!isStored) return { failure };
    }
    return { value: null, version: null };

    async function storeIn(shown: VersionedSeason, own: readonly NightEvent[]): Promise<Failure | null> {
      let progress: Progress = shown;
      let writes = 0;
      const baseOf = ({ season, version }: Progress) => {
        writes += 1;
        // The answer to a write of an entity always has its version.
        return { entity: season, version: version ?? '', key: v5(`${season.id} ${writes}`, key), signal };
      };
      const missing = own.filter(({ eventId }) => eventId === null);
      if (missing.length > 0) {
        const body = { events: missing.map(({ track, startsAt }) => ({ track, name: null, startsAt })) };
        const answer = await createEvents({ ...baseOf(progress), params: { seasonId: shown.season.id }, body });
        if ('failure' in answer) return answer.failure;
        progress = { season: answer.value, version: answer.version };
      }
      for (const event of own) {
        const eventId = event.eventId ?? createdIn(progress.season, shown.season, event);
        const params = { seasonId: shown.season.id, eventId };
        const body = { sessionIds: [...event.sessionIds] };
        const answer = await addSessions({ ...baseOf(progress), params, body });
        if ('failure' in answer) return answer.failure;
        progress = { season: answer.value, version: answer.version };
        for (const [sessionId, scoring] of night.scorings.filter(([id]) => event.sessionIds.includes(id))) {
          const chosen = await setScoring({ ...baseOf(progress), params: { ...params, sessionId }, body: { scoring } });
          if ('failure' in chosen) return chosen.failure;
          progress = { season: chosen.value, version: chosen.version };
        }
      }
      return null;
    }
  };
}

/** The choices made by hand on the page of the race night, by session. */
export interface NightChoices {
  readonly moved: Readonly<Record<string, Destination>>;
  readonly scored: Readonly<Record<string, Scoring>>;
}

const noChoices: NightChoices = { moved: {}, scored: {} };

/** The choices of a race night: a draft on this device until they are stored. */
export function useNightChoices(): {
  readonly choices: NightChoices;
  readonly change: (choices: Partial<NightChoices>) => void;
  readonly discard: () => void;
} {
  const { value, change, discard } = useNewEntity<NightChoices, null>({
    form: 'raceNight',
    entityId: 'own',
    title: 'Race night: events of sessions',
    path: '/dashboard/race-night',
    blank: noChoices,
    // The choices are saved with the whole race night, which then discards this draft.
    save: async () => ({ value: null, version: null }),
  });
  return { choices: { ...noChoices, ...value }, change, discard };
}

/** The id of an event that was just made. */
function createdIn(after: Season, before: Season, { track, startsAt }: NightEvent): string {
  const known = new Set(before.events.map(({ id }) => id));
  const created = after.events.find(
    (event) => !known.has(event.id) && event.track === track && isSameTime(event.startsAt, startsAt),
  );
  return created?.id ?? '';
}

function isSameTime(one: string | null, other: string): boolean {
  return one !== null && Date.parse(one) === Date.parse(other);
}
