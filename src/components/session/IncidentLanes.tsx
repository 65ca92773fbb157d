import type { Driver } from '#contract/entities/session';
import { formatCount } from '../../format/count.ts';
import { TeamBar } from '../TeamBar.tsx';
import { LapScale } from './LapScale.tsx';

interface IncidentLanesProps {
  /** In the order of the result. */
  readonly drivers: readonly Driver[];
  readonly laps: number;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
}

/** Warnings and penalties of each driver as dots over the laps; the list above has the penalties in words. */
export function IncidentLanes({ drivers, laps, codes }: IncidentLanesProps) {
  const shown = drivers.filter(({ penalties, warnings }) => penalties.length + warnings.length > 0);
  if (laps < 2) return null;
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-2 text-12 text-mute">
        <Dot isPenalty /> penalty <Dot isPenalty={false} /> warning
      </p>
      <div className="pl-16 text-12 text-mute desk:pl-56">
        <LapScale laps={laps} />
      </div>
      <ul aria-label="Penalties and warnings by lap">
        {shown.map((driver) => (
          <li key={driver.carIndex} className="flex h-8 items-center border-b border-hair">
            <span className="flex w-16 shrink-0 items-center gap-2 font-650 desk:w-56 desk:pr-3">
              <TeamBar team={driver.team} driver={driver.carIndex} height={16} />
              <span className="desk:hidden" title={driver.name}>
                {codes.get(driver.carIndex)}
              </span>
              <bdi className="hidden truncate desk:inline">{driver.name}</bdi>
            </span>
            <span className="sr-only">{incidentsText(driver)}</span>
            <span aria-hidden="true" className="relative h-full min-w-0 flex-1">
              <Dots laps={laps} at={driver.warnings.map(({ lapNum }) => lapNum)} isPenalty={false} />
              <Dots laps={laps} at={driver.penalties.map(({ lapNum }) => lapNum)} isPenalty />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `1 penalty on lap 5, 2 warnings on laps 3, 7`. */
function incidentsText({ penalties, warnings }: Driver): string {
  const onLaps = (incidents: readonly { readonly lapNum: number | null }[]) => {
    const laps = incidents.flatMap(({ lapNum }) => lapNum ?? []);
    return laps.length === 0 ? '' : ` on ${laps.length === 1 ? 'lap' : 'laps'} ${laps.join(', ')}`;
  };
  const parts = [
    penalties.length === 0 ? '' : `${formatCount(penalties.length, 'penalty', 'penalties')}${onLaps(penalties)}`,
    warnings.length === 0 ? '' : `${formatCount(warnings.length, 'warning')}${onLaps(warnings)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

interface DotsProps {
  readonly laps: number;
  readonly at: readonly (number | null)[];
  readonly isPenalty: boolean;
}

function Dots({ laps, at, isPenalty }: DotsProps) {
  const counts = new Map<number, number>();
  for (const lap of at) if (lap !== null) counts.set(lap, (counts.get(lap) ?? 0) + 1);
  return [...counts].map(([lap, count]) => (
    <span
      key={lap}
      title={`Lap ${lap}`}
      className="absolute top-1/2 flex [translate:-50%_-50%] items-center text-12"
      style={{ left: `${((Math.min(Math.max(lap, 1), laps) - 0.5) / laps) * 100}%` }}
    >
      <Dot isPenalty={isPenalty} />
      {count > 1 ? count : null}
    </span>
  ));
}

/** A penalty is a filled square, a warning a ring. */
function Dot({ isPenalty }: { isPenalty: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={
        isPenalty ? 'inline-block size-2.5 rotate-45 bg-amber' : 'inline-block size-2 rounded-full border-2 border-mute'
      }
    />
  );
}
