import { ResultStatus, type Scoring } from '../enumerations.ts';
import type { Alias } from '../scoring.ts';
import type { Result, StandingDriver, StandingTeam } from '../season.ts';

/** A result with its driver, team and round. */
export interface ScoredResult {
  readonly name: string;
  readonly team: string | null;
  readonly round: number;
  readonly scoring: Exclude<Scoring, 'none'>;
  readonly result: Result;
}

/** Groups results by driver and by team, and sorts both in the order of the championship. */
export function rankDrivers(
  scored: readonly ScoredResult[],
  aliases: readonly Alias[],
  droppedResults: number,
): { drivers: StandingDriver[]; teams: StandingTeam[] } {
  const shownNames = new Map(
    aliases.flatMap(({ name, recordedNames }) => recordedNames.map((recorded) => [recorded, name] as const)),
  );
  const recordedNames = new Map(aliases.map((alias) => [alias.name, alias.recordedNames]));
  const shown = scored.map((entry) => ({ ...entry, name: shownNames.get(entry.name) ?? entry.name }));
  const drivers = [...grouped(shown, (entry) => entry.name)].map(([name, own]) => ({
    name,
    own: drop(own, droppedResults),
    aliases: [...(recordedNames.get(name) ?? [])],
  }));
  const teams = [...grouped(shown, (entry) => entry.team)].map(([name, own]) => ({ name, own }));
  return {
    drivers: drivers.sort(compare).map(({ name, own, aliases: recorded }) => ({
      name,
      points: totalOf(own),
      team: own.findLast((entry) => entry.team !== null)?.team ?? null,
      results: own.map((entry) => entry.result),
      aliases: recorded,
    })),
    teams: teams
      .sort(compare)
      .map(({ name, own }) => ({ name, points: totalOf(own), results: own.map((entry) => entry.result) })),
  };
}

interface Row {
  readonly name: string;
  readonly own: readonly ScoredResult[];
}

function grouped(
  scored: readonly ScoredResult[],
  keyOf: (entry: ScoredResult) => string | null,
): Map<string, ScoredResult[]> {
  const groups = new Map<string, ScoredResult[]>();
  for (const entry of scored) {
    const key = keyOf(entry);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Marks the worst results of a driver as dropped; of equal ones, the earliest. */
function drop(own: readonly ScoredResult[], count: number): ScoredResult[] {
  const worst = new Set([...own].sort((one, other) => one.result.points - other.result.points).slice(0, count));
  return own.map((entry) => (worst.has(entry) ? { ...entry, result: { ...entry.result, dropped: true } } : entry));
}

function totalOf(own: readonly ScoredResult[]): number {
  // Sums of fractions other than halves are not exact: 0.1 + 0.2 gives 0.30000000000000004.
  const total = own.reduce((sum, { result }) => (result.dropped === true ? sum : sum + result.points), 0);
  return Math.round(total * 1_000) / 1_000;
}

/** By points, then by the number of wins, second places and so on, then by who had the best finish first, then by name. */
function compare(one: Row, other: Row): number {
  const byPoints = totalOf(other.own) - totalOf(one.own);
  if (byPoints !== 0) return byPoints;
  const [finishes, others] = [finishesOf(one), finishesOf(other)];
  const last = Math.max(0, ...finishes.keys(), ...others.keys());
  for (let position = 1; position <= last; position += 1) {
    const byCount = (others.get(position)?.length ?? 0) - (finishes.get(position)?.length ?? 0);
    if (byCount !== 0) return byCount;
  }
  for (let position = 1; position <= last; position += 1) {
    const byRound = (finishes.get(position)?.[0] ?? 0) - (others.get(position)?.[0] ?? 0);
    if (byRound !== 0) return byRound;
  }
  return one.name < other.name ? -1 : Number(one.name > other.name);
}

/** The rounds of a row's finishes, by position. Sprints and results without a classification do not count. */
function finishesOf({ own }: Row): Map<number, number[]> {
  const finishes = new Map<number, number[]>();
  for (const { scoring, round, result } of own) {
    const counts = scoring === 'race' && result.resultStatus === ResultStatus.Finished && result.position !== null;
    if (!counts || result.position === null) continue;
    const rounds = finishes.get(result.position) ?? [];
    rounds.push(round);
    finishes.set(result.position, rounds);
  }
  return finishes;
}
