import { createHash } from 'node:crypto';
import type { Standings } from '#contract/season';

/**
 * A digest of what standings show: order, names, points and results. It does not depend on the order of fields, or on
 * fields that were added later.
 */
export function digestStandings({ drivers, teams = [], tracks }: Standings): string {
  const shown = [
    tracks,
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
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
