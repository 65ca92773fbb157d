import type { Standings } from '../entities/season.ts';
import { grouped } from './grouped.ts';

/** Whether each session with results in standings has the same in the published ones: places, statuses and points. */
export function officialResults(
  current: Pick<Standings, 'drivers'>,
  published: Pick<Standings, 'drivers'>,
): ReadonlyMap<string, boolean> {
  const official = resultsBySession(published);
  return new Map([...resultsBySession(current)].map(([id, results]) => [id, official.get(id) === results]));
}

/** The results of each session as a text. */
function resultsBySession({ drivers }: Pick<Standings, 'drivers'>): Map<string, string> {
  const results = drivers.flatMap((driver) => driver.results);
  return new Map(
    [...grouped(results, ({ sessionId }) => sessionId)].map(([id, own]) => {
      const rows = own
        .toSorted((one, other) => one.driverIdx - other.driverIdx)
        .map(({ driverIdx, position, resultStatus, points }) => [driverIdx, position, resultStatus, points]);
      return [id, JSON.stringify(rows)] as const;
    }),
  );
}
