import type { Ruling } from '#contract/entities/ruling';
import type { Result } from '#contract/entities/season';
import { countedPoints } from '#contract/race/standings';
import { resultText } from '../../format/results.ts';
import { rulingText } from '../../format/ruling-text.ts';
import { formatPoints } from '../../format/time.ts';

const bonusLabels = { fastestLap: 'Fastest lap', pole: 'Pole position' };

/** Why a result gives its points: place and table, bonuses, rulings, whether it is dropped, and the total. */
export function pointsLines(result: Result, pointsFactor: number, rulings: readonly Ruling[]) {
  const text = resultText(result);
  const place = /^\d+$/.test(text) ? `P${text}` : text;
  const factor = pointsFactor === 1 ? '' : `, × ${pointsFactor}`;
  const counted = countedPoints(result);
  // A dropped result shows what it would have given, unless points of rulings count.
  const total = counted === 0 ? result.points : counted;
  const own = (result.rulings ?? []).map((id) => ({ id, ruling: rulings.find((each) => each.id === id) ?? null }));
  return [
    {
      key: 'base',
      label: `Points for ${place}${factor}`,
      /** The reason of a ruling. */
      detail: null,
      value: formatPoints(result.base ?? result.points),
    },
    ...(result.bonuses ?? []).map(({ kind, points }) => ({
      key: kind,
      label: `${bonusLabels[kind]}${factor}`,
      detail: null,
      value: signed(points),
    })),
    ...own.map(({ id, ruling }) => ({
      key: id,
      label: ruling === null ? 'Ruling' : rulingText(ruling),
      detail: ruling?.reason ?? null,
      value: ruling?.kind === 'points' ? signed(ruling.points) : '',
    })),
    ...(result.dropped === true
      ? [
          {
            key: 'dropped',
            label: 'Dropped: one of the worst results',
            detail: counted === 0 ? null : 'The points of rulings count.',
            value: 'not counted',
          },
        ]
      : []),
    { key: 'total', label: 'Total', detail: null, value: formatPoints(total) },
  ];
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${formatPoints(Math.abs(points))}`;
}
