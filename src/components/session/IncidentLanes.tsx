import type { Driver } from '#contract/entities/session';
import { formatCount } from '../../format/count.ts';
import { TeamBar } from '../TeamBar.tsx';
import { DriverLink } from './DriverLink.tsx';
import { LapScale } from './LapScale.tsx';

interface IncidentLanesProps {
  /** In the order of the result. */
  readonly drivers: readonly Driver[];
  readonly laps: number;
  /** By car index. */
  readonly codes: ReadonlyMap<number, string>;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
  /** The address of a moment, by the key of its event. */
  readonly momentOf: (key: string) => string | undefined;
}

/**
 * Warnings and penalties of each driver as dots over the laps, which open the replay. Dots can be close to each other: the list
 * above has the penalties in words, and the sheets of the drivers have the warnings.
 */
export function IncidentLanes({ drivers, laps, codes, hrefOf, momentOf }: IncidentLanesProps) {
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
              <DriverLink driver={driver} hrefOf={hrefOf}>
                <span aria-hidden="true" className="desk:hidden">
                  {codes.get(driver.carIndex)}
                </span>
                <bdi className="max-desk:hidden">{driver.name}</bdi>
              </DriverLink>
            </span>
            <span className="sr-only">{incidentsText(driver)}</span>
            <span aria-hidden="true" className="relative h-full min-w-0 flex-1">
              <Dots laps={laps} kind="warning" driver={driver} momentOf={momentOf} />
              <Dots laps={laps} kind="penalty" driver={driver} momentOf={momentOf} />
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

interface DotsProps extends Pick<IncidentLanesProps, 'laps' | 'momentOf'> {
  readonly driver: Driver;
  readonly kind: 'penalty' | 'warning';
}

/** A dot for each lap, with the number of its incidents if there are more, which leads to the first of them. */
function Dots({ laps, driver, kind, momentOf }: DotsProps) {
  const isPenalty = kind === 'penalty';
  const byLap = new Map<number, { readonly href: string | undefined; readonly count: number }>();
  for (const [index, { lapNum }] of (isPenalty ? driver.penalties : driver.warnings).entries()) {
    if (lapNum === null) continue;
    const before = byLap.get(lapNum);
    const href = before?.href ?? momentOf(`${kind} ${driver.carIndex} ${index}`);
    byLap.set(lapNum, { href, count: (before?.count ?? 0) + 1 });
  }
  return [...byLap].map(([lap, { href, count }]) => (
    <a
      key={lap}
      href={href}
      tabIndex={-1}
      title={`Lap ${lap}`}
      className="absolute inset-y-0 flex min-w-4 items-center justify-center [translate:-50%] text-12"
      style={{ left: `${((Math.min(Math.max(lap, 1), laps) - 0.5) / laps) * 100}%` }}
    >
      <Dot isPenalty={isPenalty} />
      {count > 1 ? count : null}
    </a>
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
