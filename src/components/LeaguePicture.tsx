import type { League } from '#contract/league';
import { teamColour } from '../format/teams.ts';

/** A league's picture, or its initials. */
export function LeaguePicture({ league, size }: { league: League; size: number }) {
  if (league.thumbnailId !== null && league.isPublic) {
    return (
      <img
        src={`/api/League/${league.id}/thumbnail?v=${league.thumbnailId}`}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        className="shrink-0 rounded-8 bg-raised object-cover"
        style={{ width: size, height: size }}
      />
    );
  }
  const initials = league.name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 3)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-8 bg-raised font-800"
      style={{ width: size, height: size, fontSize: size * 0.34, boxShadow: `inset 0 -4px ${teamColour(league.name)}` }}
    >
      {initials}
    </span>
  );
}
