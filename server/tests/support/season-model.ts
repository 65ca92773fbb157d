import type { CallName, Calls } from '#contract/calls/by-name';
import type { Standings } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';

/** The fields that tabs edit; each is saved by a call of its own, but for those of the event. */
export const fields = [
  'name',
  'startsAt',
  'pointsFactor',
  'roster',
  'scoring',
  'title',
  'dropped',
  'alias',
  'teamAlias',
  'colour',
  'places',
] as const;
export type Field = (typeof fields)[number];
export type Values = Record<Field, string | number | null>;

/** Changes made with one click: a round, a ruling, a session of the race night, their order, standings. */
export const acts = [
  'event',
  'events',
  'ruling',
  'withdrawal',
  'session',
  'sessions',
  'removal',
  'deletion',
  'order',
  'revision',
  'takenBack',
] as const;
export type Act = (typeof acts)[number];

/** The season as it should be stored. */
export interface Model {
  version: number;
  values: Values;
  /** Ids of the events in their order, of rulings that count, and of sessions of the edited event. */
  events: readonly string[];
  rulings: readonly string[];
  sessions: readonly string[];
  /** The number of the official standings; 0 without any. */
  official: number;
  /** Whether there are results, and they have changed since. */
  canPublish: boolean;
}

/** A write to the season, with what it makes of the model; ids that the server gives are taken from its answer. */
export interface Write {
  readonly name: SeasonWriteName;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly apply: (model: Model, stored: Model) => void;
}

type SeasonWriteName = {
  [Name in CallName]: Calls[Name] extends { version: Calls['getSeason'] } ? Name : never;
}[CallName];

/** The edited parts of a season. */
export interface Ids {
  readonly seasonId: string;
  readonly eventId: string;
  /** The first belongs to the event from the start, the others are attached one after the other. */
  readonly sessionIds: readonly string[];
}

const driverId = '01900000-0000-7000-8000-0000000000d1';
/** The ids that the server has given. */
const given = (before: readonly string[], after: readonly string[]) => after.filter((id) => !before.includes(id));

/** The call that saves a part of a draft. */
export function saveOf(part: Partial<Values>, { seasonId, eventId, sessionIds }: Ids): Write {
  const { roster, scoring, title, dropped, alias, teamAlias, colour, places } = part;
  const id = seasonId;
  const apply = (model: Model, { events }: Model) => {
    Object.assign(model.values, part);
    // Rounds with a date are put in its order.
    if ('startsAt' in part && given(model.events, events).length + given(events, model.events).length === 0)
      model.events = events;
  };
  if (scoring !== undefined)
    return {
      name: 'setSessionScoring',
      params: { seasonId, eventId, sessionId: sessionIds[0] ?? '' },
      body: { scoring },
      apply,
    };
  if (title !== undefined) return { name: 'updateSeason', params: {}, body: { id, name: title }, apply };
  if (dropped !== undefined) return { name: 'updateScoring', params: { id }, body: { droppedResults: dropped }, apply };
  if (alias !== undefined)
    return { name: 'setAliases', params: { id }, body: { aliases: [{ name: alias, recordedNames: ['Ben'] }] }, apply };
  if (teamAlias !== undefined)
    return {
      name: 'setTeamAliases',
      params: { id },
      body: { teamAliases: [{ name: teamAlias, recordedNames: ['Elsewhere'] }] },
      apply,
    };
  if (colour !== undefined)
    return { name: 'setTeamColours', params: { id }, body: { teamColours: [{ team: 'Aurora', colour }] }, apply };
  if (places !== undefined) {
    const signUp = { opensAt: null, closesAt: null, places, isAutomatic: false };
    return { name: 'setSignUp', params: { id }, body: { signUp }, apply };
  }
  if (roster === undefined) return { name: 'updateEvent', params: { seasonId, eventId }, body: part, apply };
  const driver = { id: driverId, name: String(roster), number: 1, team: null, isReserve: false };
  return { name: 'setRoster', params: { id }, body: { roster: [driver] }, apply };
}

/** The call of an act, as a tab makes it that has seen `seen`; null where it has no button. */
export function writeOf(act: Act, { seasonId, eventId, sessionIds }: Ids, seen: Model): Write | null {
  const id = seasonId;
  const addsEvents =
    (count: number) =>
    (model: Model, { events }: Model) => {
      const added = given(model.events, events);
      if (added.length === count) model.events = [...model.events, ...added];
    };
  const sessionId = sessionIds.find((other) => !seen.sessions.includes(other)) ?? '';
  const attached = (model: Model) => {
    model.sessions = [...model.sessions, sessionId].sort();
  };
  switch (act) {
    case 'event':
      return { name: 'addEvent', params: { seasonId }, body: { track: 2 }, apply: addsEvents(1) };
    case 'events':
      return {
        name: 'addEvents',
        params: { seasonId },
        body: { events: [{ track: 3 }, { track: 4 }] },
        apply: addsEvents(2),
      };
    case 'ruling': {
      const body = { sessionId: sessionIds[0] ?? '', kind: 'points', carIndex: 0, points: -1, reason: 'Late' };
      const apply = (model: Model, { rulings }: Model) => {
        const added = given(model.rulings, rulings);
        if (added.length === 1) model.rulings = [...model.rulings, ...added].sort();
      };
      return { name: 'addRuling', params: { id }, body, apply };
    }
    case 'withdrawal': {
      const [rulingId] = seen.rulings;
      if (rulingId === undefined) return null;
      const apply = (model: Model) => {
        model.rulings = model.rulings.filter((other) => other !== rulingId);
      };
      return { name: 'withdrawRuling', params: { id, rulingId }, apply };
    }
    case 'session':
      return { name: 'addEventSession', params: { seasonId, eventId, sessionId }, apply: attached };
    case 'sessions': {
      const body = { sessionIds: [sessionId] };
      return { name: 'addEventSessions', params: { seasonId, eventId }, body, apply: attached };
    }
    case 'removal': {
      const removed = seen.sessions.find((other) => other !== sessionIds[0]);
      if (removed === undefined) return null;
      const apply = (model: Model) => {
        model.sessions = model.sessions.filter((other) => other !== removed);
      };
      return { name: 'removeEventSession', params: { seasonId, eventId, sessionId: removed }, apply };
    }
    case 'deletion': {
      const deleted = seen.events.find((other) => other !== eventId);
      if (deleted === undefined) return null;
      const apply = (model: Model) => {
        model.events = model.events.filter((other) => other !== deleted);
      };
      return { name: 'deleteEvent', params: { seasonId, eventId: deleted }, apply };
    }
    case 'order': {
      const eventIds = seen.events.toReversed();
      const apply = (model: Model) => {
        model.events = eventIds;
      };
      return { name: 'orderEvents', params: { seasonId }, body: { eventIds }, apply };
    }
    case 'revision': {
      if (!seen.canPublish) return null;
      const apply = (model: Model) => {
        model.official += 1;
      };
      return { name: 'createRevision', params: { id }, body: { note: null }, apply };
    }
    case 'takenBack': {
      if (seen.official === 0) return null;
      const apply = (model: Model) => {
        model.official -= 1;
      };
      return { name: 'withdrawRevision', params: { id, number: String(seen.official) }, apply };
    }
  }
}

interface StoredEvent {
  readonly id: string;
  readonly sessions: readonly { readonly session: { readonly id: string }; readonly scoring?: string | null }[];
}

interface StoredSeason {
  readonly name: string;
  readonly events: readonly (StoredEvent & Partial<Record<Field, never>>)[];
  readonly scoring: { readonly droppedResults: number };
  readonly aliases?: readonly { readonly name: string }[] | null;
  readonly teamAliases?: readonly { readonly name: string }[] | null;
  readonly teamColours?: readonly { readonly colour: string }[] | null;
  readonly roster?: readonly { readonly name: string }[] | null;
  readonly signUp?: { readonly places: number | null } | null;
  readonly rulings?: readonly { readonly id: string; readonly withdrawnAt: string | null }[] | null;
  readonly standings: Standings;
  readonly revision?: { readonly number: number; readonly hasChanged: boolean } | null;
}

/** The model of a season as the API returns it. */
export function modelOf(season: StoredSeason, version: number, { eventId, sessionIds }: Ids): Model {
  const stored = season.events.find(({ id }) => id === eventId);
  const sessions = stored?.sessions ?? [];
  return {
    version,
    values: {
      name: stored?.name ?? null,
      startsAt: stored?.startsAt ?? null,
      pointsFactor: stored?.pointsFactor ?? null,
      roster: season.roster?.[0]?.name ?? null,
      scoring: sessions.find(({ session }) => session.id === sessionIds[0])?.scoring ?? null,
      title: season.name,
      dropped: season.scoring.droppedResults,
      alias: season.aliases?.[0]?.name ?? null,
      teamAlias: season.teamAliases?.[0]?.name ?? null,
      colour: season.teamColours?.[0]?.colour ?? null,
      places: season.signUp?.places ?? null,
    },
    events: season.events.map(({ id }) => id),
    rulings: (season.rulings ?? []).flatMap(({ id, withdrawnAt }) => (withdrawnAt === null ? [id] : [])).sort(),
    sessions: sessions.map(({ session }) => session.id).sort(),
    official: season.revision?.number ?? 0,
    canPublish: hasResults(season.standings) && season.revision?.hasChanged !== false,
  };
}
