import type { LiveDocument } from '#contract/live/document';
import { afterStop } from '#contract/race/after-stop';
import type { LiveLine } from '#contract/race/live-timing';
import { formatCount } from '../../format/count.ts';
import { formatTime } from '../../format/time.ts';

interface DriverStopProps {
  readonly document: Partial<LiveDocument>;
  readonly lines: readonly LiveLine[];
  readonly carIndex: number;
  readonly nameOf: (carIndex: number) => string;
}

const paces = { racing: '', safetyCar: ' under the safety car', virtualSafetyCar: ' under the VSC' } as const;

/** Where a driver would come out after a stop now, and how that is known. */
export function DriverStop({ document, lines, carIndex, nameOf }: DriverStopProps) {
  const stop = afterStop(document, lines, carIndex);
  if (stop === null) return null;
  const { place, ahead, behind, loss, pace, isMeasured, stops } = stop;
  const source =
    stops === 0
      ? 'estimated, no stop has been timed yet'
      : `${isMeasured ? 'measured' : 'estimated'} from ${formatCount(stops, 'stop')}`;
  return (
    <div className="card grid gap-0.5 p-3">
      <h3 className="font-750">
        After a stop now: <span className="text-amber">P{place}</span>
      </h3>
      <p className="text-14">
        {ahead === null ? null : (
          <>
            {formatTime(ahead.milliseconds)} behind <bdi>{nameOf(ahead.carIndex)}</bdi>
          </>
        )}
        {ahead === null || behind === null ? null : ', '}
        {behind === null ? null : (
          <>
            {formatTime(behind.milliseconds)} ahead of <bdi>{nameOf(behind.carIndex)}</bdi>
          </>
        )}
      </p>
      <p className="text-12 text-mute">
        A stop costs {(loss / 1_000).toFixed(1)} s{paces[pace]}: {source}.
      </p>
    </div>
  );
}
