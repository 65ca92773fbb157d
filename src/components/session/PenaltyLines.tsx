import type { Driver } from '#contract/entities/session';
import { penaltyLine } from './penalty-line.ts';

interface PenaltyLinesProps {
  readonly penalties: Driver['penalties'];
  /** All drivers of the session. */
  readonly drivers: readonly Pick<Driver, 'carIndex' | 'name'>[];
}

/** The penalties of a driver in their order: lap, penalty and reason. */
export function PenaltyLines({ penalties, drivers }: PenaltyLinesProps) {
  const lines = penalties
    .map((penalty, index) => ({
      ...penaltyLine(penalty, drivers),
      key: `${index}`,
      lap: penalty.lapNum,
      time: penalty.penaltyIssuedTime ?? 0,
    }))
    .sort((one, other) => (one.lap ?? 0) - (other.lap ?? 0) || one.time - other.time);
  return (
    <ul className="min-w-0">
      {lines.map(({ key, lap, title, reason }) => (
        <li key={key} className="flex gap-2">
          <span className="w-9 shrink-0 text-mute">{lap === null ? '—' : `L${lap}`}</span>
          <span className="min-w-0">
            <b className="text-amber">{title}</b>
            {reason === '' ? null : <span className="text-mute"> · {reason}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
