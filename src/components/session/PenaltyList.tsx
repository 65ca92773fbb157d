import type { Driver, Session } from '#contract/entities/session';
import { WarningType } from '#contract/enumerations';
import { inResultOrder } from '#contract/race/classification';
import { codesByCar } from '../../format/codes.ts';
import { formatCount } from '../../format/count.ts';
import { infringementName, penaltyName } from '../../format/penalty-names.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { IncidentLanes } from './IncidentLanes.tsx';

interface Entry {
  readonly key: string;
  readonly driver: Driver;
  readonly lap: number | null;
  readonly time: number;
  readonly title: string;
  readonly reason: string | null;
  readonly isPenalty: boolean;
}

function entriesOf(session: Session): Entry[] {
  const nameOf = new Map(session.drivers.map((driver) => [driver.carIndex, driver.name]));
  return session.drivers
    .flatMap((driver): Entry[] => [
      ...driver.penalties.map((penalty, index) => {
        const seconds = penalty.penaltyTime === null ? '' : ` ${penalty.penaltyTime} s`;
        const other = penalty.otherVehicleIdx === null ? undefined : nameOf.get(penalty.otherVehicleIdx);
        const infringement = infringementName(penalty.infringementType);
        return {
          key: `penalty ${driver.carIndex} ${index}`,
          driver,
          lap: penalty.lapNum,
          time: penalty.penaltyIssuedTime ?? 0,
          title: `${penaltyName(penalty.penaltyType)}${seconds}`,
          reason:
            [infringement, other === undefined ? null : `with ${other}`].filter((part) => part !== null).join(', ') ||
            null,
          isPenalty: true,
        };
      }),
      ...driver.warnings.map((warning, index) => ({
        key: `warning ${driver.carIndex} ${index}`,
        driver,
        lap: warning.lapNum,
        time: warning.warningTime ?? 0,
        title: 'Warning',
        reason: warning.warningType === WarningType.CornerCutting ? 'corner cutting' : null,
        isPenalty: false,
      })),
    ])
    .sort((one, other) => (one.lap ?? 0) - (other.lap ?? 0) || one.time - other.time);
}

/** Penalties and warnings in the order in which they were issued. */
export function PenaltyList({ session }: { session: Session }) {
  const entries = entriesOf(session);
  if (entries.length === 0) return <Empty title="No penalties or warnings">A clean session.</Empty>;
  const penalties = entries.filter((entry) => entry.isPenalty).length;
  return (
    <div className="grid gap-2">
      <IncidentLanes
        drivers={inResultOrder(session.drivers)}
        laps={Math.max(0, ...session.drivers.map(({ lapTimes }) => lapTimes.length))}
        codes={codesByCar(session.drivers)}
      />
      <p className="text-14 text-mute">
        {formatCount(penalties, 'penalty', 'penalties')}, {formatCount(entries.length - penalties, 'warning')}
      </p>
      <ol>
        {entries.map((entry) => (
          <li key={entry.key} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-hair py-1.5">
            <span className="w-10 shrink-0 font-650 text-mute">{entry.lap === null ? '—' : `L${entry.lap}`}</span>
            <TeamBar team={entry.driver.team} />
            <bdi className="w-28 shrink-0 truncate font-750 desk:w-56">{entry.driver.name}</bdi>
            <span className="min-w-0 flex-1 basis-28">
              <b className={entry.isPenalty ? 'text-amber' : 'font-650'}>{entry.title}</b>
              {entry.reason === null ? null : <span className="text-mute"> · {entry.reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
