import { teamPalette } from '#contract/colours/car-colours';
import type { NearbyRound, SessionEvent, SessionSummary } from '#contract/entities/session';
import { type Scoring, type SessionStatus, SessionType, type Track } from '#contract/enumerations';
import { scoringsOf } from '#contract/race/event-scoring';
import { changedByStewards } from '#contract/race/ruled-event';
import { classifiesRetired, ruledCars, ruledPodium } from '#contract/race/ruled-session';
import { rulingsInForce } from '#contract/race/rulings';
import { defaultRules, isOver, pointsPlacesOf } from '#contract/race/scoring';
import { teamColour } from '#contract/race/team-colours';
import { listNearbyRounds, listPlaces } from '../storage/session-events.ts';
import { type Context, callerIdOf } from './context.ts';
import { loadResults } from './season-data.ts';
import { loadOfficial } from './season-drives.ts';
import { teamsOf } from './season-teams.ts';

/** A session names so many events; more seasons than that hold none of a league. */
const maxEvents = 5;

/** These sessions with the events that hold them and that the caller may see. */
export async function withEvents<Session extends SessionSummary>(
  context: Context,
  sessions: readonly Session[],
): Promise<Session[]> {
  const found = await findEvents(
    context,
    sessions.map(({ id }) => id),
  );
  return sessions.map((session) => ({
    ...session,
    events: (found.get(session.id) ?? []).map(
      ({ rulings: _, pointsPlaces: __, classification: ___, ...event }) => event,
    ),
  }));
}

/** The events that hold one session, with the rounds before and after, and the rulings on it. */
export async function findEventsOf(context: Context, sessionId: string): Promise<SessionEvent[]> {
  const found = (await findEvents(context, [sessionId])).get(sessionId) ?? [];
  if (found.length === 0) return [];
  const nearby = await listNearbyRounds(context.transaction, found);
  const at = ({ seasonId }: SessionEvent, round: number): NearbyRound | null => {
    const event = nearby.find((each) => each.seasonId === seasonId && each.round === round);
    if (event === undefined) return null;
    const { eventId, name, track, sessionId: last } = event;
    // The contract has checked the track.
    return { eventId, round, name, track: track as Track, sessionId: last };
  };
  return found.map((event) => ({ ...event, previous: at(event, event.round - 1), next: at(event, event.round + 1) }));
}

async function findEvents(context: Context, ids: readonly string[]): Promise<Map<string, SessionEvent[]>> {
  const events = new Map<string, SessionEvent[]>();
  if (ids.length === 0) return events;
  const options = { visibleTo: callerIdOf(context), onlyAgreed: true };
  const places = await listPlaces(context.transaction, ids, options);
  const ruled = await findRuled(context, places);
  const teams = await teamsOfPlaces(context, places);
  const official = await loadOfficial(
    context,
    places.flatMap(({ published }) => published ?? []),
  );
  for (const place of places) {
    const { sessionId, seasonId, seasonName, league, eventId, name, round } = place;
    const listed = events.get(sessionId) ?? [];
    if (listed.length === maxEvents) continue;
    const shared = { seasonId, seasonName, league, eventId, name, round, scoring: scoringOf(place) };
    events.set(sessionId, [
      ...listed,
      {
        ...shared,
        ...ownPointsPlaces(place),
        ...streamOf(place),
        ...teams.get(seasonId),
        ...ruled.get(place),
        isOfficial: official.get(seasonId)?.get(sessionId),
      },
    ]);
  }
  return events;
}

type Place = Awaited<ReturnType<typeof listPlaces>>[number];

function streamOf({ streamUrl: url, streamStartsAt: startsAt }: Place): Pick<SessionEvent, 'stream'> {
  return url === null || startsAt === null ? {} : { stream: { url, startsAt } };
}

/** The teams of the seasons in which a team has another colour than its name alone gives it, with their colours. */
async function teamsOfPlaces(
  context: Context,
  places: readonly Place[],
): Promise<Map<string, Pick<SessionEvent, 'teams' | 'teamColours'>>> {
  const found = new Map<string, Pick<SessionEvent, 'teams' | 'teamColours'>>();
  for (const { seasonId, season } of places) {
    if (season === null) continue;
    const teamColours = await teamsOf(context, seasonId, season);
    const isUsual = teamColours.every(({ team, colour }) => teamPalette[colour] === teamColour(team));
    found.set(seasonId, isUsual ? {} : { teams: teamColours.map(({ team }) => team), teamColours });
  }
  return found;
}

type Ruled = Pick<SessionEvent, 'rulings' | 'classifiedFrom' | 'podium' | 'classification' | 'isExcluded'>;

/** The result of a session by the rules and rulings of a season in which it counts. */
async function findRuled(context: Context, places: readonly Place[]): Promise<Map<Place, Ruled>> {
  const scored = places.filter((place) => scoringOf(place) !== 'none' && isOver(scoredOf(place)));
  const ruled = scored.flatMap((place) => {
    const rulings = rulingsInForce(place.rulings);
    return rulings.length === 0 && !mayClassify(place) ? [] : [{ place, rulings }];
  });
  const changed = ruled.filter(({ place, rulings }) => changedByStewards({ rulings }) || mayClassify(place));
  const sessions = new Map(changed.map(({ place: { sessionId: id, version } }) => [id, { session: { id }, version }]));
  const results = await loadResults(context, [...sessions.values()]);
  return new Map(
    ruled.map(({ place, rulings }) => {
      const session = scoredOf(place);
      const drivers = results.get(place.sessionId) ?? [];
      const classifiedFrom = place.rules?.classifiedFrom ?? undefined;
      const isByRule = classifiesRetired(session, drivers, rulings, { classifiedFrom });
      const rules = isByRule ? { classifiedFrom } : {};
      const podium = ruledPodium(session, drivers, rulings, rules);
      const isExcluded = rulings.some(({ kind }) => kind === 'excludeSession');
      const isChanged = isByRule || changedByStewards({ rulings });
      return [
        place,
        {
          ...rules,
          ...(podium === null ? {} : { podium }),
          ...(isChanged ? { classification: ruledCars(session, drivers, rulings, rules) } : {}),
          ...(isExcluded ? { isExcluded } : {}),
          ...(rulings.length === 0 ? {} : { rulings }),
        },
      ];
    }),
  );
}

/** Whether the season may classify a car that has retired. */
function mayClassify({ rules, hasRetired }: Place): boolean {
  return hasRetired && rules?.classifiedFrom != null;
}

/** How many places have points, where that is not the number of the default rules. */
function ownPointsPlaces(place: Place): Pick<SessionEvent, 'pointsPlaces'> {
  if (place.rules === null) return {};
  const scoring = scoringOf(place);
  const pointsPlaces = pointsPlacesOf(place.rules, scoring);
  return pointsPlaces === pointsPlacesOf(defaultRules, scoring) ? {} : { pointsPlaces };
}

/** The contract has checked the numbers that are stored. */
function scoredOf({ sessionId, sessionType, sessionStatus, scoring }: Place) {
  return {
    sessionId,
    sessionType: sessionType as SessionType,
    sessionStatus: sessionStatus as SessionStatus,
    scoring,
  };
}

/** How a session scores beside the longest race of its event. */
function scoringOf(place: Place): Scoring {
  const { numberOfLaps, podium, longestRace } = place;
  const session = { ...scoredOf(place), numberOfLaps, drivers: podium };
  const longest = { sessionType: SessionType.Race, numberOfLaps: longestRace, drivers: [] };
  return scoringsOf(longestRace === null ? [session] : [session, longest])[0]?.scoring ?? 'none';
}
