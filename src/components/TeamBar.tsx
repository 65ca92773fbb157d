import { teamColour } from '../format/teams.ts';

/** A thin bar in a team's colour; the name is its tooltip. */
export function TeamBar({ team, height = 22 }: { team: string | null; height?: number }) {
  return (
    <span
      title={team ?? undefined}
      aria-hidden="true"
      className="inline-block w-1 shrink-0 rounded-full"
      style={{ height, background: teamColour(team) }}
    />
  );
}
