import { createHash } from 'node:crypto';
import type { Standings } from '#contract/entities/season';

/** The version of a digest. Digests without one also cover the tracks of rounds without results. */
const prefix = 'results:';

/**
 * A digest of the results in standings: order, names, points. It does not depend on the order of fields, on fields that
 * were added later, or on rounds without results.
 */
export function digestStandings({ drivers, teams = [] }: Pick<Standings, 'drivers' | 'teams'>): string {
  const shown = [
    drivers.map((row) => [
      row.name,
      row.team,
      row.points,
      row.results.map(({ sessionId, driverIdx, position, points, resultStatus, dropped }) => [
        sessionId,
        driverIdx,
        position,
        points,
        resultStatus,
        dropped === true,
      ]),
    ]),
    teams.map((row) => [row.name, row.points]),
  ];
  return prefix + createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** Whether a stored digest covers what `digestStandings` covers. */
export function isCurrentDigest(digest: string): boolean {
  return digest.startsWith(prefix);
}
