import type { DriverRecord, LapRecord, LeagueDriver, Rival, TrackRecord } from '../entities/record.ts';
import { normalizeName } from '../entities/scoring.ts';
import { isRace, ResultStatus, Track } from '../enumerations.ts';
import { foldName } from '../text/fold-text.ts';
import { grouped } from './grouped.ts';
import type { Drive } from './season-drives.ts';
import { isFinish, roundPoints } from './standings.ts';

/** The drives of a season, and the accounts of its drivers by their folded names. */
export interface SeasonDrives {
  readonly drives: readonly Drive[];
  readonly accounts: ReadonlyMap<string, string>;
}

/** A driver over seasons: an account, or a name without one. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly userId: string | null;
}

export interface PersonDrive {
  readonly person: Person;
  readonly drive: Drive;
}

/** The number of winners listed for a track. */
const maxWinners = 3;

/**
 * The drives of the seasons of one owner, the newest first, with who has driven them. A name is one driver in all of them,
 * and the account that it has in one season it has in the others, unless two accounts have had it.
 */
export function identifyDrivers(seasons: readonly SeasonDrives[]): PersonDrive[] {
  const accounts = new Map<string, Set<string>>();
  for (const [name, userId] of seasons.flatMap((season) => [...season.accounts]))
    accounts.set(name, (accounts.get(name) ?? new Set()).add(userId));
  const persons = new Map<string, Person>();
  const personOf = (shown: string, ownAccounts: SeasonDrives['accounts']): Person => {
    const key = foldName(shown);
    const [only, ...others] = accounts.get(key) ?? [];
    const userId = ownAccounts.get(key) ?? (others.length === 0 ? only : undefined) ?? null;
    const name = normalizeName(shown);
    // The first spelling that is seen is the newest.
    const person = persons.get(userId ?? key) ?? { id: userId ?? name, name, userId };
    persons.set(userId ?? key, person);
    return person;
  };
  return seasons.flatMap(({ drives, accounts: own }) =>
    drives.map((drive) => ({ person: personOf(drive.name, own), drive })),
  );
}

/** The drives of those drivers of seasons of any owner who have an account: names of two owners are not compared. */
export function identifyAccounts(seasons: readonly SeasonDrives[]): PersonDrive[] {
  return seasons.flatMap((season) => identifyDrivers([season]).filter(({ person }) => person.userId !== null));
}

/** All drivers, the most wins first. */
export function driversOf(drives: readonly PersonDrive[]): LeagueDriver[] {
  return [...grouped(drives, ({ person }) => person.id).values()]
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined || !own.some(({ drive }) => tookPart(drive))) return [];
      const team = own.find(({ drive }) => drive.team !== null)?.drive.team ?? null;
      return [{ ...first.person, team, ...figuresOf(own.map(({ drive }) => drive)) }];
    })
    .sort(compareFigures);
}

/** The records at each track, the track with the most races first. */
export function trackRecordsOf(drives: readonly PersonDrive[]): TrackRecord[] {
  return [...byTrack(drives)]
    .map(([track, own]) => ({
      track,
      races: new Set(own.flatMap(({ drive: { session } }) => (session.scoring === 'race' ? [session.id] : []))).size,
      lap: lapRecordOf(own),
      raceLap: lapRecordOf(own.filter(({ drive }) => isRace(drive.session.type))),
      winners: winnersOf(own),
    }))
    .filter(({ races, lap }) => races > 0 || lap !== null)
    .sort((one, other) => other.races - one.races || one.track - other.track);
}

/** One driver over seasons. */
export function driverRecordOf(drives: readonly PersonDrive[], person: Person): DriverRecord {
  const own = drives.filter((each) => each.person.id === person.id);
  return {
    ...person,
    ...figuresOf(own.map(({ drive }) => drive)),
    tracks: [...byTrack(own)]
      .map(([track, there]) => {
        const { starts, wins, podiums, poles, bestFinish } = figuresOf(there.map(({ drive }) => drive));
        return { track, starts, wins, podiums, poles, bestFinish, lap: withoutDriver(lapRecordOf(there)) };
      })
      .filter(({ starts, lap }) => starts > 0 || lap !== null)
      .sort((one, other) => other.starts - one.starts || one.track - other.track),
    rivals: rivalsOf(drives, own),
  };
}

/** Whether a driver was there when a race or sprint began. */
function tookPart({ session, resultStatus }: Drive): boolean {
  return session.scoring !== 'none' && resultStatus !== ResultStatus.Invalid && resultStatus !== ResultStatus.Inactive;
}

function isStart(drive: Drive): boolean {
  return drive.session.scoring === 'race' && tookPart(drive);
}

/** The place of a finish; null for everybody else. */
function finishOf(drive: Drive): number | null {
  return isFinish(drive) ? drive.position : null;
}

function isWin(drive: Drive): boolean {
  return finishOf(drive) === 1;
}

function figuresOf(drives: readonly Drive[]) {
  const races = drives.filter(isStart);
  const finishes = races.flatMap((drive) => finishOf(drive) ?? []);
  const scored = drives.filter(tookPart);
  return {
    seasons: new Set(scored.map(({ session }) => session.seasonId)).size,
    starts: races.length,
    wins: races.filter(isWin).length,
    podiums: finishes.filter((place) => place <= 3).length,
    // Poles are counted as a season's bonus counts them.
    poles: races.filter((drive) => drive.gridPosition === 1 && drive.resultStatus !== ResultStatus.Disqualified).length,
    fastestLaps: races.filter(({ hasFastestLap }) => hasFastestLap).length,
    sprintWins: scored.filter((drive) => drive.session.scoring === 'sprint' && isWin(drive)).length,
    points: roundPoints(scored.reduce((sum, drive) => sum + drive.points, 0)),
    bestFinish: finishes.length === 0 ? null : Math.min(...finishes),
  };
}

function compareFigures(one: LeagueDriver, other: LeagueDriver): number {
  const differences = [other.wins - one.wins, other.podiums - one.podiums, other.points - one.points];
  return differences.find((difference) => difference !== 0) ?? (one.name < other.name ? -1 : 1);
}

function byTrack(drives: readonly PersonDrive[]): Map<Track, PersonDrive[]> {
  const known = drives.filter(({ drive }) => drive.session.track !== Track.Unknown);
  return grouped(known, ({ drive }) => drive.session.track);
}

/** The fastest lap; of two equal ones, the earlier. The laps of a disqualified driver do not count. */
function lapRecordOf(drives: readonly PersonDrive[]): LapRecord | null {
  const laps = drives.flatMap(({ person, drive: { bestLap: time, resultStatus, session } }) =>
    time === null || resultStatus === ResultStatus.Disqualified ? [] : [{ time, session, person }],
  );
  const best = laps.reduce<(typeof laps)[number] | null>(
    (fastest, lap) => (fastest === null || compareLaps(lap, fastest) < 0 ? lap : fastest),
    null,
  );
  if (best === null) return null;
  const { id, type, startedAt } = best.session;
  return { time: best.time, sessionId: id, sessionType: type, drivenAt: startedAt, driver: best.person };
}

interface TimedLap {
  readonly time: number;
  readonly session: Drive['session'];
}

function compareLaps(one: TimedLap, other: TimedLap): number {
  return one.time - other.time || Number(one.session.startedAt > other.session.startedAt) || -1;
}

function withoutDriver(record: LapRecord | null) {
  if (record === null) return null;
  const { driver: _, ...lap } = record;
  return lap;
}

function winnersOf(drives: readonly PersonDrive[]): TrackRecord['winners'] {
  const wins = drives.filter(({ drive }) => isStart(drive) && isWin(drive));
  return [...grouped(wins, ({ person }) => person.id).values()]
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [{ ...first.person, wins: 1 + rest.length }]))
    .sort((one, other) => other.wins - one.wins || (one.name < other.name ? -1 : 1))
    .slice(0, maxWinners);
}

/** A driver against everybody they have raced, the most common races first. */
function rivalsOf(drives: readonly PersonDrive[], own: readonly PersonDrive[]): Rival[] {
  const races = new Map(own.flatMap(({ drive }) => (isStart(drive) ? [[drive.session.id, drive] as const] : [])));
  const rivals = new Map<string, Rival>();
  for (const { person, drive } of drives) {
    const mine = races.get(drive.session.id);
    if (mine === undefined || person.id === own[0]?.person.id || !isStart(drive)) continue;
    const rival = rivals.get(person.id) ?? {
      ...person,
      races: 0,
      ahead: 0,
      behind: 0,
      startedAhead: 0,
      startedBehind: 0,
    };
    const result = compare(finishOf(mine), finishOf(drive));
    const grid = compare(mine.gridPosition, drive.gridPosition);
    rivals.set(person.id, {
      ...rival,
      races: rival.races + 1,
      ahead: rival.ahead + Number(result < 0),
      behind: rival.behind + Number(result > 0),
      startedAhead: rival.startedAhead + Number(grid < 0 && mine.gridPosition !== null && drive.gridPosition !== null),
      startedBehind:
        rival.startedBehind + Number(grid > 0 && mine.gridPosition !== null && drive.gridPosition !== null),
    });
  }
  return [...rivals.values()].sort((one, other) => other.races - one.races || (one.name < other.name ? -1 : 1));
}

/** Negative when the first place is better; a place is better than none. */
function compare(one: number | null, other: number | null): number {
  return (one ?? Number.MAX_SAFE_INTEGER) - (other ?? Number.MAX_SAFE_INTEGER);
}
