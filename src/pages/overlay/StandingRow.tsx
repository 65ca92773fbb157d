import type { ReactNode } from 'react';
import { formatPoints } from '../../format/time.ts';
import { useTeamLook } from './use-team-look.ts';

interface StandingRowProps {
  readonly row: { readonly position: number; readonly name: string; readonly points: number };
  readonly team: string | null;
  /** Between the name and the points. */
  readonly children: ReactNode;
}

/** A driver or a team in the standings. */
export function StandingRow({ row: { position, name, points }, team, children }: StandingRowProps) {
  return (
    <li className="row" data-place={position} {...useTeamLook(team, name)}>
      <span className="place">{position}</span>
      <span className="team" />
      <bdi className="driver name">{name}</bdi>
      {children}
      <span className="points">{formatPoints(points)}</span>
    </li>
  );
}
