import { teamColour } from '../format/teams.ts';

/** A thin bar in a team's colour; its name is told beside it or as a title. */
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
