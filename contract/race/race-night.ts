import type { Season, SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import { type Scoring, SessionType } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { scoringsOf } from './event-scoring.ts';
import { grouped } from './grouped.ts';

/** Where a session goes: an event, a new event of a season at its track, or nowhere. */
export type Destination =
  | { readonly seasonId: string; readonly eventId: string }
  | { readonly seasonId: string; readonly newOn: string }
  | null;

/** Why a session goes there, the strongest reason alone. */
export type DestinationReason = 'weekend' | 'planned' | 'track' | 'missing' | 'otherDrivers' | 'noSeason';

/** A proposal for one session. */
export interface SortedSession {
  readonly session: SessionSummary;
  readonly destination: Destination;
  readonly reason: DestinationReason;
}

export type OwnSeason = Pick<Season, 'id' | 'name' | 'events' | 'roster' | 'aliases' | 'updatedAt'>;

/** Sessions at one track that lie no farther apart belong to one event, in ms. */
const weekend = 36 * 60 * 60_000;
/** How far a session may lie from the planned start of its event, in ms. */
const nearPlan = 3 * 24 * 60 * 60_000;

/** Proposes an event for each session, from its track, its date, its line-up and the plan; the oldest session is first. */
export function sortSessions(sessions: readonly SessionSummary[], seasons: readonly OwnSeason[]): SortedSession[] {
  const lineUps = seasons.map(lineUpOf);
  const inOrder = [...sessions]
    .filter(({ sessionType }) => sessionType !== SessionType.TimeTrial)
    .sort((one, other) => timeOf(one) - timeOf(other));
  const sorted: SortedSession[] = [];
  for (const session of inOrder) sorted.push({ session, ...propose(session, lineUps, sorted) });
  return sorted;
}

interface LineUp {
  readonly season: OwnSeason;
  /** The names of all of its drivers, as they are recorded and in its roster. */
  readonly names: ReadonlySet<string>;
  /** Before the first race the roster may have other names than those that are recorded. */
  readonly hasRaced: boolean;
}

function propose(
  session: SessionSummary,
  lineUps: readonly LineUp[],
  before: readonly SortedSession[],
): Pick<SortedSession, 'destination' | 'reason'> {
  if (lineUps.length === 0) return { destination: null, reason: 'noSeason' };
  // The other sessions of a weekend are where the first one is.
  const first = before.find((other) => other.destination !== null && isOneWeekend(other.session, session));
  if (first !== undefined && first.destination !== null) return { destination: first.destination, reason: 'weekend' };
  const known = lineUps.map((lineUp) => ({ ...lineUp, share: shareOf(session, lineUp) }));
  const candidates = known
    .flatMap(({ season, share, hasRaced }) =>
      season.events
        .filter(({ track }) => track === session.trackId)
        .map((event) => ({ season, event, share, hasRaced, ...match(event, session, before) })),
    )
    // The track alone is no reason where the drivers are others.
    .filter(({ weight, reason, share, hasRaced }) => weight > 0 && (reason !== 'track' || share > 0 || !hasRaced))
    .sort((one, other) => other.weight + other.share - (one.weight + one.share) || one.distance - other.distance);
  const [best] = candidates;
  if (best !== undefined)
    return { destination: { seasonId: best.season.id, eventId: best.event.id }, reason: best.reason };
  const [home] = known
    .filter(({ share, hasRaced }) => share > 0 || !hasRaced)
    .sort((one, other) => other.share - one.share || other.season.updatedAt.localeCompare(one.season.updatedAt));
  if (home === undefined) return { destination: null, reason: 'otherDrivers' };
  return { destination: { seasonId: home.season.id, newOn: session.sessionStartTime }, reason: 'missing' };
}

/** How well a session fits an event at its track; a weight of 0: not at all. */
function match(event: SeasonEvent, session: SessionSummary, before: readonly SortedSession[]) {
  const started = timeOf(session);
  const attached = event.sessions.map((each) => each.session);
  const given = before
    .filter(({ destination }) => destination !== null && 'eventId' in destination && destination.eventId === event.id)
    .map((each) => each.session);
  const others = [...attached, ...given];
  const distance = event.startsAt === null ? nearPlan : Math.abs(Date.parse(event.startsAt) - started);
  if (others.some((other) => isOneWeekend(other, session))) return { weight: 5, reason: 'weekend', distance } as const;
  // Another weekend was driven there already.
  if (others.length > 0) return { weight: 0, reason: 'track', distance } as const;
  if (event.startsAt !== null && distance <= nearPlan) return { weight: 4, reason: 'planned', distance } as const;
  return { weight: event.startsAt === null ? 2 : 1, reason: 'track', distance } as const;
}

function isOneWeekend(one: SessionSummary, other: SessionSummary): boolean {
  return one.trackId === other.trackId && Math.abs(timeOf(one) - timeOf(other)) <= weekend;
}

/** The share of the first three who are drivers of a season. */
function shareOf({ podium }: SessionSummary, { names }: LineUp): number {
  return podium.length === 0 ? 0 : podium.filter(({ name }) => names.has(foldName(name))).length / podium.length;
}

function lineUpOf(season: OwnSeason): LineUp {
  const { events, roster, aliases = [] } = season;
  const recorded = [
    ...events.flatMap(({ sessions }) => sessions.flatMap(({ driverNames }) => driverNames)),
    ...aliases.flatMap(({ recordedNames }) => recordedNames),
  ];
  const listed = (roster ?? []).map(({ name }) => name);
  return { season, names: new Set([...recorded, ...listed].map(foldName)), hasRaced: recorded.length > 0 };
}

function timeOf({ sessionStartTime }: SessionSummary): number {
  return Date.parse(sessionStartTime);
}

/** The same for all sessions that go to one event; null for sessions without an event. */
export function destinationKey(destination: Destination, session: SessionSummary): string | null {
  if (destination === null) return null;
  if ('eventId' in destination) return destination.eventId;
  return `new ${destination.seasonId} ${session.trackId} ${destination.newOn}`;
}

/** A destination that was chosen by hand: a new event that was stored meanwhile is that event, and not another one. */
export function currentDestination(
  destination: Destination,
  { trackId }: SessionSummary,
  seasons: readonly OwnSeason[],
): Destination {
  if (destination === null || 'eventId' in destination) return destination;
  const { seasonId, newOn } = destination;
  const stored = seasons
    .find(({ id }) => id === seasonId)
    ?.events.find(
      ({ track, startsAt }) => track === trackId && startsAt !== null && Date.parse(startsAt) === Date.parse(newOn),
    );
  return stored === undefined ? destination : { seasonId, eventId: stored.id };
}

type Sorted = Pick<SortedSession, 'session' | 'destination'>;

/** The sessions that go to one event, by its key. */
function groupsOf(sorted: readonly Sorted[]): Map<string, Sorted[]> {
  return grouped(sorted, ({ destination, session }) => destinationKey(destination, session));
}

/** The default scoring of each session, beside the other sessions that its event has or gets. */
export function scoringsOfNight(sorted: readonly Sorted[], seasons: readonly OwnSeason[]): Map<string, Scoring> {
  const events = new Map(seasons.flatMap(({ events }) => events.map((event) => [event.id, event])));
  const groups = groupsOf(sorted);
  const scorings = new Map<string, Scoring>();
  for (const [key, group] of groups) {
    const attached = (events.get(key)?.sessions ?? []).map(({ session, scoring }) => ({
      ...session,
      scoring,
      drivers: session.podium,
    }));
    const added = group.map(({ session }) => ({ ...session, scoring: undefined, drivers: session.podium }));
    for (const { session, scoring } of scoringsOf([...attached, ...added])) scorings.set(session.id, scoring);
  }
  return scorings;
}

/** An event with the sessions that go there: one that is there, or a new one. */
export interface NightEvent {
  readonly seasonId: string;
  readonly eventId: string | null;
  readonly track: SessionSummary['trackId'];
  /** The start of a new event. */
  readonly startsAt: string;
  readonly sessionIds: readonly string[];
}

/** The events that the sessions of a night go to. */
export function eventsOfNight(sorted: readonly Sorted[]): NightEvent[] {
  const groups = groupsOf(sorted);
  return [...groups.values()].flatMap((group) => {
    const [{ destination, session } = { destination: null, session: null }] = group;
    if (destination === null || session === null) return [];
    return [
      {
        seasonId: destination.seasonId,
        eventId: 'eventId' in destination ? destination.eventId : null,
        track: session.trackId,
        startsAt: 'newOn' in destination ? destination.newOn : session.sessionStartTime,
        sessionIds: group.map((each) => each.session.id),
      },
    ];
  });
}

/**
 * Whether a season has stored the choices: each session in its event, or in an event at the track and time of the new
 * one, scoring as the owner chose. `scorings` may name sessions of other seasons.
 */
export function isNightStored(
  season: Pick<OwnSeason, 'id' | 'events'>,
  events: readonly NightEvent[],
  scorings: readonly (readonly [sessionId: string, scoring: Scoring])[],
): boolean {
  const chosen = new Map(scorings);
  return events
    .filter(({ seasonId }) => seasonId === season.id)
    .every(({ eventId, track, startsAt, sessionIds }) => {
      const isSame = (event: SeasonEvent) =>
        eventId === null ? event.track === track && isSameTime(event.startsAt, startsAt) : event.id === eventId;
      const stored = season.events.filter(isSame).flatMap(({ sessions }) => sessions);
      return sessionIds.every((id) =>
        stored.some(({ session, scoring }) => session.id === id && (!chosen.has(id) || scoring === chosen.get(id))),
      );
    });
}

function isSameTime(one: string | null, other: string): boolean {
  return one !== null && Date.parse(one) === Date.parse(other);
}
