import type { Completeness } from '#contract/entities/completeness';
import type { Session } from '#contract/entities/session';

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
/** A smaller share is not shown as a number, in %. */
const smallest = 0.1;

type Recorded = Pick<Session, 'completeness' | 'resultSource'> & {
  readonly drivers: readonly Pick<Session['drivers'][number], 'pitStops'>[];
};

/** Gaps of a session's recording and the source of its result, in sentences that add to the result. */
export function recordingRemarks({ completeness, resultSource, drivers }: Recorded): string[] {
  const listed = drivers.reduce((sum, { pitStops }) => sum + pitStops.length, 0);
  const stops = completeness?.pitStops ?? 0;
  return [
    ...(resultSource === 'timing' ? ['Result from timing: the game sent no classification'] : []),
    ...(listed < stops ? [`The laps of ${stops - listed} of ${stops} pit stops are not known`] : []),
  ];
}

/** How much of a session was recorded; null where that is not known, or there was nothing to record. */
export function completenessText(completeness: Completeness | null | undefined): string | null {
  if (completeness == null || completeness.laps === 0) return null;
  const { laps, lapsRecorded, packets, packetsLost } = completeness;
  const ofLaps = hasAllLaps(completeness)
    ? 'All laps recorded'
    : `${number.format(lapsRecorded)} of all drivers’ ${number.format(laps)} laps recorded`;
  const share = packets === null || packetsLost === null || packets === 0 ? 0 : (packetsLost / packets) * 100;
  if (share === 0) return ofLaps;
  return `${ofLaps} · ${share < smallest ? `under ${smallest}` : percent.format(share)} % of packets lost`;
}

/** Whether each lap that was driven has a time. */
export function hasAllLaps({ laps, lapsRecorded }: Completeness): boolean {
  return lapsRecorded >= laps;
}
