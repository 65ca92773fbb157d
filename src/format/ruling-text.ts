import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import { formatCount } from './count.ts';
import { formatPoints } from './time.ts';

/** The effect of a ruling: `+5 s`, `3 places back`, `−7 points`, `Disqualified`, `+5 s, 2 licence points`. */
export function rulingText(ruling: RulingCreate | Ruling): string {
  const licence = 'carIndex' in ruling ? (ruling.licencePoints ?? 0) : 0;
  if (licence === 0) return effectText(ruling);
  const text = licencePointsText(licence);
  return ruling.kind === 'points' && ruling.points === 0 ? text : `${effectText(ruling)}, ${text}`;
}

/** `1 licence point`, `3 licence points`. */
export function licencePointsText(points: number): string {
  return formatCount(points, 'licence point');
}

function effectText(ruling: RulingCreate | Ruling): string {
  switch (ruling.kind) {
    case 'time':
      return `${signed(ruling.milliseconds / 1_000)} s`;
    case 'places':
      return `${formatCount(Math.abs(ruling.places), 'place')} ${ruling.places < 0 ? 'forward' : 'back'}`;
    case 'points':
      if (ruling.points === 0) return 'Reprimand';
      return `${signed(ruling.points)} ${Math.abs(ruling.points) === 1 ? 'point' : 'points'}`;
    case 'disqualify':
      return 'Disqualified';
    case 'reinstate':
      return 'Reinstated';
    case 'excludeSession':
      return 'Session does not count';
  }
}

function signed(number: number): string {
  const text = Number.isInteger(number) ? String(Math.abs(number)) : formatPoints(Math.abs(number));
  return `${number < 0 ? '−' : '+'}${text}`;
}
