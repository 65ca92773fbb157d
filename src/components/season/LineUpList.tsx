import type { ReactNode } from 'react';
import type { LineUp, LineUpSeat } from '#contract/entities/line-up';
import { TeamBar } from '../TeamBar.tsx';

interface LineUpListProps {
  readonly lineUp: Pick<LineUp, 'seats' | 'reserves' | 'open'>;
  /** The names of regular drivers, by id. */
  readonly nameOf: (driverId: string) => string;
}

/** Who drives in an event: the seats, those that are open, and the reserves who wait. */
export function LineUpList({ lineUp: { seats, reserves, open }, nameOf }: LineUpListProps) {
  return (
    <div className="stack gap-3">
      <ul className="grid border-t border-line">
        {seats.map((seat) => (
          <Row key={seat.seatId} {...seat} note={seatNote(seat, nameOf)}>
            <bdi className="truncate font-750">{seat.name}</bdi>
          </Row>
        ))}
        {open.map(({ seatId, name, number, team }) => (
          <Row key={seatId} number={number} team={team} note={`Seat of ${name}`}>
            <span className="truncate font-750 text-amber">Open seat</span>
          </Row>
        ))}
      </ul>
      {reserves.length === 0 ? null : (
        <p className="text-14 text-mute">
          Waiting: <bdi className="text-text">{reserves.map(({ name }) => name).join(', ')}</bdi>
        </p>
      )}
    </div>
  );
}

/** Whose seat a driver has, where it is not their own, and the team. */
function seatNote({ seatId, driverId, team }: LineUpSeat, nameOf: LineUpListProps['nameOf']): string {
  return [team ?? 'No team', ...(seatId === driverId ? [] : [`for ${nameOf(seatId)}`])].join(' · ');
}

interface RowProps {
  readonly number: number | null;
  readonly team: string | null;
  readonly name?: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Row({ number, team, name, note, children }: RowProps) {
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-hair py-1">
      <b className="w-9 shrink-0 text-center font-800 tabular-nums">{number}</b>
      <TeamBar team={team} driver={name} height={26} />
      <span className="grid min-w-0">
        {children}
        <span className="truncate text-12 text-mute">{note}</span>
      </span>
    </li>
  );
}
