import { WarningType } from '#contract/enumerations';
import type { Driver, Session } from '#contract/session';
import { infringementName, penaltyName } from '../../format/names.ts';
import { Empty } from '../Empty.tsx';
import { TeamBar } from '../TeamBar.tsx';

interface Entry {
  readonly key: string;
  readonly driver: Driver;
  readonly lap: number | null;
  readonly time: number;
  readonly what: string;
  readonly why: string | null;
  readonly isPenalty: boolean;
}

function entriesOf(session: Session): Entry[] {
  const nameOf = new Map(session.drivers.map((driver) => [driver.carIndex, driver.name]));
  return session.drivers
    .flatMap((driver): Entry[] => [
      ...driver.penalties.map((penalty, index) => {
        const seconds = penalty.penaltyTime === null ? '' : ` ${penalty.penaltyTime} s`;
        const other = penalty.otherVehicleIdx === null ? undefined : nameOf.get(penalty.otherVehicleIdx);
        const reason = infringementName(penalty.infringementType);
        return {
          key: `penalty ${driver.carIndex} ${index}`,
          driver,
          lap: penalty.lapNum,
          time: penalty.penaltyIssuedTime ?? 0,
          what: `${penaltyName(penalty.penaltyType)}${seconds}`,
          why:
            [reason, other === undefined ? null : `with ${other}`].filter((word) => word !== null).join(', ') || null,
          isPenalty: true,
        };
      }),
      ...driver.warnings.map((warning, index) => ({
        key: `warning ${driver.carIndex} ${index}`,
        driver,
        lap: warning.lapNum,
        time: warning.warningTime ?? 0,
        what: 'Warning',
        why: warning.warningType === WarningType.CornerCutting ? 'corner cut' : null,
        isPenalty: false,
      })),
    ])
    .sort((one, other) => (one.lap ?? 0) - (other.lap ?? 0) || one.time - other.time);
}

/** Penalties and warnings in the order they were given. */
export function PenaltyList({ session }: { session: Session }) {
  const entries = entriesOf(session);
  if (entries.length === 0) return <Empty title="No penalties, no warnings">A clean session.</Empty>;
  const penalties = entries.filter((entry) => entry.isPenalty).length;
  return (
    <div className="grid gap-2">
      <p className="text-14 text-mute">
        {penalties} {penalties === 1 ? 'penalty' : 'penalties'}, {entries.length - penalties} warnings
      </p>
      <ol>
        {entries.map((entry) => (
          <li key={entry.key} className="flex min-h-11 items-center gap-3 border-b border-hair py-1.5">
            <span className="w-10 shrink-0 font-650 text-mute">{entry.lap === null ? '—' : `L${entry.lap}`}</span>
            <TeamBar team={entry.driver.team} />
            <bdi className="w-28 shrink-0 truncate font-750 desk:w-56">{entry.driver.name}</bdi>
            <span className="min-w-0">
              <b className={entry.isPenalty ? 'text-amber' : 'font-650'}>{entry.what}</b>
              {entry.why === null ? null : <span className="text-mute"> · {entry.why}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
