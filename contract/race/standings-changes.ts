import type { Result, Standings } from '../entities/season.ts';
import { foldName } from '../text/fold-text.ts';
import type { StandingNow } from './as-it-stands.ts';

/** The changes in the row of one driver. A position is null where the driver has no row. */
export interface StandingsChange {
  readonly name: string;
  readonly positionBefore: number | null;
  readonly positionAfter: number | null;
  readonly pointsBefore: number;
  readonly pointsAfter: number;
}

/** The drivers whose position or points differ between two standings, in the order of the later ones. */
export function standingsChanges(
  before: Pick<Standings, 'drivers'>,
  after: Pick<Standings, 'drivers'>,
): StandingsChange[] {
  const rowsOf = ({ drivers }: Pick<Standings, 'drivers'>) =>
    new Map(drivers.map(({ name, points }, index) => [foldName(name), { name, position: index + 1, points }] as const));
  const [earlier, later] = [rowsOf(before), rowsOf(after)];
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .map((key) => ({
      name: (later.get(key) ?? earlier.get(key))?.name ?? key,
      positionBefore: earlier.get(key)?.position ?? null,
      positionAfter: later.get(key)?.position ?? null,
      pointsBefore: earlier.get(key)?.points ?? 0,
      pointsAfter: later.get(key)?.points ?? 0,
    }))
    .filter(
      ({ positionBefore, positionAfter, pointsBefore, pointsAfter }) =>
        positionBefore !== positionAfter || pointsBefore !== pointsAfter,
    );
}

/** A row of standings beside the ones before: `places` gained, null for a new row, and `gained` points. */
export type MovedRow = Omit<StandingNow, 'toNext'>;

/** Every row of the later standings, with what has changed since the earlier ones. */
export function movedRows(before: Pick<Standings, 'drivers'>, after: Pick<Standings, 'drivers'>): MovedRow[] {
  const earlier = new Map(
    before.drivers.map(({ name, points }, index) => [foldName(name), { position: index + 1, points }]),
  );
  return after.drivers.map(({ name, team, points }, index) => {
    const row = earlier.get(foldName(name));
    const position = index + 1;
    const places = row === undefined ? null : row.position - position;
    return { name, team, position, points, places, gained: points - (row?.points ?? 0) };
  });
}

/** The result of a driver in one session, before and after; null without a row. */
export interface ResultChange {
  readonly name: string;
  readonly before: Result | null;
  readonly after: Result | null;
}

/** The drivers whose position, status or points in one session differ between two standings, in the later order. */
export function resultChanges(
  before: Pick<Standings, 'drivers'>,
  after: Pick<Standings, 'drivers'>,
  sessionId: string,
): ResultChange[] {
  const resultsOf = ({ drivers }: Pick<Standings, 'drivers'>) =>
    new Map(
      drivers.flatMap((driver) =>
        driver.results
          .filter((result) => result.sessionId === sessionId)
          .map((result) => [result.driverIdx, { name: driver.name, result }] as const),
      ),
    );
  const [earlier, later] = [resultsOf(before), resultsOf(after)];
  const last = Number.MAX_SAFE_INTEGER;
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .map((car) => ({
      name: later.get(car)?.name ?? earlier.get(car)?.name ?? '',
      before: earlier.get(car)?.result ?? null,
      after: later.get(car)?.result ?? null,
    }))
    .filter(
      ({ before: one, after: other }) =>
        one?.position !== other?.position || one?.resultStatus !== other?.resultStatus || one?.points !== other?.points,
    )
    .sort((one, other) => (one.after?.position ?? last) - (other.after?.position ?? last));
}
