import type { Driver } from '#contract/entities/session';
import { PitLanePenalty } from '#contract/enumerations';

/** A driver's penalties in the short form of timing screens: `+5s 2DT SG`. */
export function penaltyText({
  penalties,
  totalPenaltiesSeconds,
}: {
  readonly penalties: readonly Pick<Driver['penalties'][number], 'penaltyType'>[];
  readonly totalPenaltiesSeconds: number | null;
}): string {
  const count = (type: number) => penalties.filter((penalty) => penalty.penaltyType === type).length;
  const times = (amount: number, unit: string) => (amount === 0 ? [] : [amount === 1 ? unit : `${amount}${unit}`]);
  return [
    ...(totalPenaltiesSeconds ? [`${totalPenaltiesSeconds < 0 ? '−' : '+'}${Math.abs(totalPenaltiesSeconds)}s`] : []),
    ...times(count(PitLanePenalty.DriveThrough), 'DT'),
    ...times(count(PitLanePenalty.StopGo), 'SG'),
  ].join(' ');
}
