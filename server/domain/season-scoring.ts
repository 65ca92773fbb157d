import { setImmediate } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { ScoringUpdate, StandingsPreview } from '#contract/api/bodies';
import type { FieldError } from '#contract/api/problem';
import type { Alias, ScoringRules } from '#contract/entities/scoring';
import type { Season, Standings } from '#contract/entities/season';
import type { TeamColour } from '#contract/entities/team-colour';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import { refused } from '../http/problem.ts';
import { type AttachedSession, type EventRow, findCounting, listResults } from '../storage/season-events.ts';
import { listSummaries } from '../storage/sessions.ts';
import { type Context, type Versioned, viewerOf } from './context.ts';
import { findOwnSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { aliasesWith, errorsOfRoster } from './roster.ts';
import { errorsOfRuling } from './rulings.ts';
import { maxSessions } from './season-bounds.ts';
import { loadSeasonData, type SeasonData, scoredEventsOf } from './season-data.ts';

/** Changes the scoring rules of a season; absent rules stay. */
export async function updateScoring(
  context: Context,
  input: SeasonTarget & { changes: ScoringUpdate },
): Promise<Versioned<Season>> {
  const { id, rules } = await lockOwnSeason(context, input);
  return touchSeason(context, id, { rules: changeRules(rules, input.changes) });
}

function changeRules(stored: ScoringRules | null, changes: ScoringUpdate): ScoringRules {
  const rules = stored ?? defaultRules;
  return {
    racePoints: changes.racePoints ?? rules.racePoints,
    sprintPoints: changes.sprintPoints ?? rules.sprintPoints,
    fastestLapBonus: changes.fastestLapBonus ?? rules.fastestLapBonus,
    fastestLapWithin: changes.fastestLapWithin ?? rules.fastestLapWithin,
    poleBonus: changes.poleBonus ?? rules.poleBonus,
    droppedResults: changes.droppedResults ?? rules.droppedResults,
    dropBy: changes.dropBy ?? rules.dropBy,
    classifiedFrom: changed(changes.classifiedFrom, rules.classifiedFrom),
    poleBy: changed(changes.poleBy, rules.poleBy),
    factorOf: changed(changes.factorOf, rules.factorOf),
    sprintBonuses: changed(changes.sprintBonuses, rules.sprintBonuses),
  };
}

/** Null takes a rule away; absent ones stay. */
function changed<Value>(change: Value | null | undefined, stored: Value | null | undefined): Value | null {
  return change === undefined ? (stored ?? null) : change;
}

/** Replaces the aliases of a season. */
export async function setAliases(
  context: Context,
  input: SeasonTarget & { aliases: Alias[] },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  return touchSeason(context, id, { aliases: input.aliases });
}

/** Replaces the merged teams of a season. */
export async function setTeamAliases(
  context: Context,
  input: SeasonTarget & { teamAliases: Alias[] },
): Promise<Versioned<Season>> {
  const { id } = await lockOwnSeason(context, input);
  return touchSeason(context, id, { teamAliases: input.teamAliases });
}

/** Replaces the colours that are chosen for teams of a season. */
export async function setTeamColours(
  context: Context,
  input: SeasonTarget & { teamColours: TeamColour[] },
): Promise<Versioned<Season>> {
  const row = await lockOwnSeason(context, input);
  const stored = row.teamColours ?? [];
  const teamColours = input.teamColours.map(
    (each) => stored.find(({ team, colour }) => team === each.team && colour === each.colour) ?? each,
  );
  return touchSeason(context, row.id, { teamColours });
}

/**
 * The standings of a season as they would be with the given parts in place of the stored ones. Stores nothing.
 * @throws Problem 422 for an event, a session or a car that does not exist.
 */
export async function previewStandings(
  context: Context,
  input: SeasonTarget & { preview: StandingsPreview },
): Promise<Standings> {
  const { scoring, aliases, teamAliases, roster, rulings, events } = input.preview;
  const row = await findOwnSeason(context, input);
  const stored = await loadSeasonData(context, row);
  const data = events === undefined ? stored : await rearrange(context, stored, events);
  const errors = [
    ...(rulings ?? []).flatMap((ruling, index) => errorsOfRuling(ruling, data, `rulings.${index}.`)),
    ...errorsOfRoster(roster ?? [], data),
  ];
  if (errors.length > 0) throw refused(errors);
  // Reading and scoring a long season are two tasks of the event loop.
  await setImmediate();
  const made = { authorName: null, madeAt: context.now, withdrawnAt: null };
  return standingsOf(
    scoredEventsOf(data),
    scoring === undefined ? (row.rules ?? defaultRules) : changeRules(row.rules, scoring),
    aliases ?? (roster === undefined ? (row.aliases ?? []) : aliasesWith(roster, row, stored)),
    rulings === undefined ? data.rulings : rulings.map((ruling) => ({ ...ruling, ...made, id: v7() })),
    roster ?? row.roster ?? [],
    teamAliases ?? row.teamAliases ?? [],
  );
}

type PreviewEvents = NonNullable<StandingsPreview['events']>;

/** The data of a season with its events in another order, with other factors, or with other sessions. */
async function rearrange(context: Context, data: SeasonData, events: PreviewEvents): Promise<SeasonData> {
  const sessionIds = [...new Set(events.flatMap(({ sessions = [] }) => sessions.map(({ sessionId }) => sessionId)))];
  if (sessionIds.length > Math.max(maxSessions, data.attached.length))
    throw refused([{ path: 'events', message: `must have at most ${maxSessions} sessions` }]);
  const missing = sessionIds.filter((id) => !data.attached.some(({ session }) => session.id === id));
  const added = await listSummaries(context.transaction, viewerOf(context), { ids: missing }, missing.length);
  const counting = await findCounting(context.transaction, data.row.id, missing);
  const addedResults = await listResults(context.transaction, { sessionIds: missing });
  const sessionsById = new Map([...data.attached.map(({ session }) => session), ...added].map((one) => [one.id, one]));
  const errors: FieldError[] = [];
  const eventRows: EventRow[] = [];
  const attached: SeasonData['attached'][number][] = [];
  for (const [index, { id, pointsFactor, sessions }] of events.entries()) {
    const path = `events.${index}`;
    const stored = data.eventRows.find((row) => row.id === id);
    if (stored === undefined || eventRows.some((row) => row.id === id)) {
      errors.push({ path: `${path}.id`, message: 'must be an event of this season, once' });
      continue;
    }
    eventRows.push({ ...stored, pointsFactor: pointsFactor ?? stored.pointsFactor });
    if (sessions === undefined) attached.push(...data.attached.filter(({ eventId }) => eventId === id));
    for (const [place, { sessionId, scoring = null }] of (sessions ?? []).entries()) {
      const session = sessionsById.get(sessionId);
      if (session === undefined)
        errors.push({ path: `${path}.sessions.${place}.sessionId`, message: 'does not exist' });
      else if (!missing.includes(sessionId) || counting.has(sessionId))
        attached.push({ eventId: id, scoring, session });
    }
  }
  const ids = attached.map(({ session }) => session.id);
  if (new Set(ids).size < ids.length) errors.push({ path: 'events', message: 'a session counts once in a season' });
  if (errors.length > 0) throw refused(errors);
  attached.sort((one, other) => compareStart(one.session, other.session));
  return { ...data, eventRows, attached, results: new Map([...data.results, ...addedResults]) };
}

/** The order in which the sessions of an event are stored: oldest first. */
function compareStart(one: AttachedSession['session'], other: AttachedSession['session']): number {
  if (one.sessionStartTime !== other.sessionStartTime) return one.sessionStartTime < other.sessionStartTime ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
