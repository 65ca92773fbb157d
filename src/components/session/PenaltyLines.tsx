import type { Driver } from '#contract/entities/session';
import { penaltyLine } from './penalty-line.ts';
import { WatchLink } from './WatchLink.tsx';

interface PenaltyLinesProps {
  readonly penalties: Driver['penalties'];
  /** All drivers of the session. */
  readonly drivers: readonly Pick<Driver, 'carIndex' | 'name'>[];
  /** The address of the moment of a penalty, by its place among the penalties. */
  readonly momentOf?: (index: number) => string | undefined;
}

/** The penalties of a driver in their order: lap, penalty and reason. */
export function PenaltyLines({ penalties, drivers, momentOf }: PenaltyLinesProps) {
  const lines = penalties
    .map((penalty, index) => ({
      ...penaltyLine(penalty, drivers),
      key: `${index}`,
      href: momentOf?.(index),
      lap: penalty.lapNum,
      time: penalty.penaltyIssuedTime ?? 0,
    }))
    .sort((one, other) => (one.lap ?? 0) - (other.lap ?? 0) || one.time - other.time);
  return (
    <ul className="min-w-0">
      {lines.map(({ key, href, lap, title, reason }) => (
        <li key={key} className="flex gap-2">
          <span className="w-9 shrink-0 text-mute">{lap === null ? '—' : `L${lap}`}</span>
          <span className="min-w-0">
            <b className="text-amber">{title}</b>
            {reason === '' ? null : <span className="text-mute"> · {reason}</span>}
          </span>
          <WatchLink href={href} label={`Watch: ${title}`} />
        </li>
      ))}
    </ul>
  );
}
