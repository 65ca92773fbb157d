import { type Alias, normalizeName, type ScoringRules } from '../entities/scoring.ts';
import type { Result, StandingDriver, StandingTeam } from '../entities/season.ts';
import { ResultStatus, type Scoring } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { grouped } from './grouped.ts';
import { preferredSpelling } from './spelling.ts';
import { teamKey, teamKeysOf } from './teams.ts';

/** A result with its driver, team and round. */
export interface ScoredResult {
  readonly name: string;
  readonly team: string | null;
  readonly round: number;
  readonly scoring: Exclude<Scoring, 'none'>;
  readonly result: Result;
}

/** Points are exact to a thousandth: sums of fractions other than halves are not, 0.1 + 0.2 gives 0.30000000000000004. */
export function roundPoints(points: number): number {
  return Math.round(points * 1_000) / 1_000;
}

/** Points of a result that were won on the track: those of the table, and bonuses. */
function earnedPoints({ base, bonuses = [], points }: Result): number {
  return base === undefined ? points : roundPoints(base + bonuses.reduce((sum, bonus) => sum + bonus.points, 0));
}

/** Points of a result that count: of a dropped one, those that rulings gave or took, unless they are dropped with it. */
export function countedPoints({ dropped, counted = 0, points }: Result): number {
  return dropped === true ? counted : points;
}

/** Whether a result has a place that counts as a win, podium or finish. */
export function isFinish({
  position,
  resultStatus,
  isClassified,
}: Pick<Result, 'position' | 'resultStatus' | 'isClassified'>): boolean {
  return position !== null && (resultStatus === ResultStatus.Finished || isClassified === true);
}

export type DropRules = Pick<ScoringRules, 'droppedResults' | 'dropBy'>;

/** Groups results by driver and by team, and sorts both in the order of the championship. */
export function rankDrivers(
  scored: readonly ScoredResult[],
  aliases: readonly Alias[],
  rules: DropRules,
  teamAliases: readonly Alias[] = [],
): { drivers: StandingDriver[]; teams: StandingTeam[] } {
  const keyOf = teamKeysOf(teamAliases);
  const teamNames = teamNamesOf(scored, keyOf, teamAliases);
  const teamOf = ({ team }: ScoredResult) => (team === null ? null : (teamNames.get(keyOf(team)) ?? null));
  const recordedNames = new Map(aliases.map((alias) => [foldName(alias.name), alias.recordedNames]));
  const run = countUnits(scored, rules);
  const drivers = [...grouped(scored, ({ name }) => foldName(name)).values()].map((own) => ({
    name: preferredSpelling(own),
    own: dropWorst(own, run, rules),
  }));
  const teams = [...grouped(scored, teamOf)].map(([name, own]) => ({ name, own }));
  return {
    drivers: drivers
      .map(rankable)
      .sort(compare)
      .map(({ name, points, own }) => ({
        name,
        points,
        team: own.map(teamOf).findLast((team) => team !== null) ?? null,
        results: own.map((entry) => entry.result),
        aliases: [...(recordedNames.get(foldName(name)) ?? [])],
      })),
    teams: teams
      .map(rankable)
      .sort(compare)
      .map(({ name, points, own }) => ({ name, points, results: own.map((entry) => entry.result) })),
  };
}

/** The names that teams are shown under, by their keys: those of the merged ones, and the preferred spellings of others. */
function teamNamesOf(
  scored: readonly ScoredResult[],
  keyOf: (team: string) => string,
  teamAliases: readonly Alias[],
): Map<string, string> {
  const written = scored.flatMap(({ team, round }) => (team === null ? [] : [{ name: normalizeName(team), round }]));
  return new Map([
    ...[...grouped(written, ({ name }) => keyOf(name))].map(
      ([key, spellings]) => [key, preferredSpelling(spellings)] as const,
    ),
    ...teamAliases.map(({ name }) => [teamKey(name), normalizeName(name)] as const),
  ]);
}

interface Group {
  readonly name: string;
  readonly own: readonly ScoredResult[];
}

/** A group with the values that decide its rank. */
export interface Rankable extends Group {
  readonly points: number;
  /** The rounds of the finishes, by position. */
  readonly finishes: ReadonlyMap<number, readonly number[]>;
}

/** The figures that rank a driver or team, from results of which the dropped ones are marked. */
export function rankable(group: Group): Rankable {
  return { ...group, points: totalOf(group.own), finishes: finishesOf(group) };
}

/** A dropped result. */
function dropResult(entry: ScoredResult): ScoredResult {
  const counted = roundPoints(entry.result.points - earnedPoints(entry.result));
  return { ...entry, result: { ...entry.result, dropped: true, ...(counted === 0 ? {} : { counted }) } };
}

/**
 * The unit that a season drops: a round or a session. In a season that is older than the choice, a round that was
 * missed.
 */
function unitOf({ round, result }: ScoredResult, { dropBy }: DropRules): string {
  return dropBy === 'result' ? result.sessionId : `${round}`;
}

/** How many rounds or sessions have been run, of which a driver's worst can be dropped. */
export function countUnits(all: readonly ScoredResult[], rules: DropRules): number {
  return new Set(all.map((entry) => unitOf(entry, rules))).size;
}

/**
 * Marks the worst results of a driver as dropped in a season that is older than the choice of what is dropped, as it was
 * then. A round that the driver missed is a result of 0. Neither disqualifications nor results below 0 are dropped, and
 * points of rulings are, with the result.
 */
function dropAsBefore(own: readonly ScoredResult[], run: number, rules: DropRules): readonly ScoredResult[] {
  const { droppedResults: count } = rules;
  const missed = run - countUnits(own, rules);
  if (run <= count || missed >= count) return own;
  const worst = new Set(
    own
      .filter(({ result }) => result.resultStatus !== ResultStatus.Disqualified && result.points >= 0)
      .sort((one, other) => one.result.points - other.result.points)
      .slice(0, count - missed),
  );
  return own.map((entry) => (worst.has(entry) ? { ...entry, result: { ...entry.result, dropped: true } } : entry));
}

/**
 * Marks the worst results or rounds of a driver as dropped; of equal ones, the earliest. `run` rounds or sessions have been
 * run: nothing is dropped before they are more than can be dropped. One that the driver missed counts as the worst.
 * Disqualifications are never dropped, and the points of rulings neither: that would take a punishment away.
 */
export function dropWorst(own: readonly ScoredResult[], run: number, rules: DropRules): readonly ScoredResult[] {
  const { droppedResults: count, dropBy } = rules;
  if (count === 0) return own;
  if (dropBy === undefined) return dropAsBefore(own, run, rules);
  const units = grouped(own, (entry) => unitOf(entry, rules));
  const missed = run - units.size;
  if (run <= count || missed >= count) return own;
  const worst = new Set(
    [...units.values()]
      .filter((results) => results.every(({ result }) => result.resultStatus !== ResultStatus.Disqualified))
      .map((results) => ({ results, earned: results.reduce((sum, { result }) => sum + earnedPoints(result), 0) }))
      .sort((one, other) => one.earned - other.earned)
      .slice(0, count - missed)
      .flatMap(({ results }) => results),
  );
  return own.map((entry) => (worst.has(entry) ? dropResult(entry) : entry));
}

/** The points of results, without those that are dropped. */
export function totalOf(own: readonly ScoredResult[]): number {
  return roundPoints(own.reduce((sum, { result }) => sum + countedPoints(result), 0));
}

/**
 * Compares two rows for sorting: by points, then by the number of wins, second places and so on, then by who reached
 * their best finish first. Returns 0 for a tie.
 */
export function compareRank(one: Rankable, other: Rankable): number {
  if (one.points !== other.points) return other.points - one.points;
  const last = Math.max(0, ...one.finishes.keys(), ...other.finishes.keys());
  for (let position = 1; position <= last; position += 1) {
    const byCount = (other.finishes.get(position)?.length ?? 0) - (one.finishes.get(position)?.length ?? 0);
    if (byCount !== 0) return byCount;
  }
  for (let position = 1; position <= last; position += 1) {
    const byRound = (one.finishes.get(position)?.[0] ?? 0) - (other.finishes.get(position)?.[0] ?? 0);
    if (byRound !== 0) return byRound;
  }
  return 0;
}

/** The order of the championship: of those that nothing separates, that of the names. */
export function compare(one: Rankable, other: Rankable): number {
  return compareRank(one, other) || (one.name < other.name ? -1 : Number(one.name > other.name));
}

/** The rounds of a row's finishes, by position. Sprints and results without a classification do not count. */
function finishesOf({ own }: Group): Map<number, number[]> {
  const finishes = new Map<number, number[]>();
  for (const { scoring, round, result } of own) {
    const { position } = result;
    if (scoring !== 'race' || !isFinish(result) || position === null) continue;
    const rounds = finishes.get(position) ?? [];
    rounds.push(round);
    finishes.set(position, rounds);
  }
  return finishes;
}
