// The championship as it was after each session.
import type { Result, Season } from '../entities/season.ts';
import { type ResultsColumn, resultsColumns } from './championship.ts';
import { defaultRules } from './scoring.ts';
import { compare, countUnits, type DropRules, dropWorst, type Rankable, type ScoredResult } from './standings.ts';

/** A session after which the standings are compared. */
export interface ChampionshipStep {
  readonly column: ResultsColumn;
  /** The number of the event in the calendar. */
  readonly round: number;
  /** Its place on a scale of rounds: the last session of an event is at its number, a sprint half a round before. */
  readonly at: number;
}

/** A championship of drivers or teams, session by session. */
export interface ChampionshipSteps {
  /** In the order in which they were driven: a sprint before the race of its event. */
  readonly steps: readonly ChampionshipStep[];
  /** The last step of the round before the last one; -1 where there is none. */
  readonly lastBefore: number;
  /** The results of each row after a step and `more`, with those dropped that are dropped then. */
  readonly resultsAfter: (
    last: number,
    more?: readonly ScoredResult[],
  ) => { name: string; own: readonly ScoredResult[] }[];
}

export type SteppedSeason = Pick<Season, 'events' | 'standings' | 'scoring' | 'rulings' | 'provisional' | 'revision'>;

/** Results are never dropped from the standings of teams. */
const keepAll: DropRules = { droppedResults: 0 };

/** The steps of a championship; results are dropped as they were after each. */
export function championshipSteps(
  { events, standings, scoring = defaultRules }: SteppedSeason,
  of: 'drivers' | 'teams',
): ChampionshipSteps {
  const columns = inOrderOfDriving(resultsColumns({ events, standings }));
  const stepOf = new Map(columns.map(({ session }, step) => [session.id, step]));
  const rounds = columns.map(({ event }) => events.indexOf(event));
  const rules = of === 'drivers' ? scoring : keepAll;
  const groups = (standings[of] ?? []).map(({ name, results }) => ({
    name,
    own: results.map((result) => entryOf(result, columns, stepOf, rounds)),
  }));
  const all = groups.flatMap(({ own }) => own);
  const sessionsRun = columns.flatMap((_, step) => all.find((entry) => entry.step === step) ?? []);
  const upTo = (entries: readonly Entry[], last: number) => entries.filter(({ step }) => step <= last);
  return {
    steps: stepsOf(columns, rounds),
    lastBefore: rounds.indexOf(rounds.at(-1) ?? 0) - 1,
    resultsAfter: (last, more = []) => {
      const run = countUnits([...upTo(sessionsRun, last), ...more], rules);
      return groups.map(({ name, own }) => ({ name, own: dropWorst([...upTo(own, last), ...more], run, rules) }));
    },
  };
}

/** The places of those who have a result. */
export function placesIn(rows: readonly Rankable[]): Map<string, number> {
  const ranked = rows.filter(({ own }) => own.length > 0).sort(compare);
  return new Map(ranked.map(({ name }, index) => [name, index + 1]));
}

/** A result as the standings were made of it, and the step that it belongs to. */
interface Entry extends ScoredResult {
  readonly step: number;
}

function entryOf(
  { dropped: _, counted: __, ...result }: Result,
  columns: readonly ResultsColumn[],
  stepOf: ReadonlyMap<string, number>,
  rounds: readonly number[],
): Entry {
  const step = stepOf.get(result.sessionId) ?? 0;
  const scoring = columns[step]?.scoring ?? 'race';
  return { name: '', team: null, round: rounds[step] ?? 0, scoring, result, step };
}

/** A sprint comes before the race of its event. */
function inOrderOfDriving(columns: readonly ResultsColumn[]): ResultsColumn[] {
  const rank = ({ scoring }: ResultsColumn) => (scoring === 'sprint' ? 0 : 1);
  const events = [...new Set(columns.map(({ event }) => event))];
  return events.flatMap((event) =>
    columns.filter((column) => column.event === event).sort((one, other) => rank(one) - rank(other)),
  );
}

function stepsOf(columns: readonly ResultsColumn[], rounds: readonly number[]): ChampionshipStep[] {
  return columns.map((column, index) => {
    const own = columns.filter(({ event }) => event === column.event);
    // The race of a sprint that was run alone is still to come.
    const slots = own.length + (own.at(-1)?.scoring === 'sprint' ? 1 : 0);
    const round = (rounds[index] ?? 0) + 1;
    return { column, round, at: round - (slots - 1 - own.indexOf(column)) / slots };
  });
}
