import { useCallback, useContext, useSyncExternalStore } from 'react';
import type { League } from '#contract/entities/league';
import { teamColour } from '#contract/race/team-colours';
import { PrivatePictureContext } from './private-picture-context.ts';

type PicturedLeague = Pick<League, 'id' | 'name' | 'isPublic' | 'thumbnailId'>;

/** A league's picture, or its initials. */
export function LeaguePicture({ league, size }: { league: PicturedLeague; size: number }) {
  const { id, name, isPublic, thumbnailId } = league;
  if (thumbnailId === null) return <Initials name={name} size={size} />;
  if (!isPublic) return <PrivatePicture league={league} thumbnailId={thumbnailId} size={size} />;
  return <Picture src={`/api/League/${id}/thumbnail?v=${thumbnailId}`} size={size} />;
}

function PrivatePicture({
  league: { id, name },
  thumbnailId,
  size,
}: {
  league: PicturedLeague;
  thumbnailId: string;
  size: number;
}) {
  const pictures = useContext(PrivatePictureContext);
  const subscribe = useCallback(
    (listener: () => void) => pictures.subscribe(id, thumbnailId, listener),
    [pictures, id, thumbnailId],
  );
  const url = useSyncExternalStore(
    subscribe,
    () => pictures.url(thumbnailId),
    () => null,
  );
  return url === null ? <Initials name={name} size={size} /> : <Picture src={url} size={size} />;
}

function Picture({ src, size }: { src: string; size: number }) {
  return (
    <img
      src={src}
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

function Initials({ name, size }: { name: string; size: number }) {
  const initials = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 3)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-8 bg-raised font-800"
      style={{ width: size, height: size, fontSize: size * 0.34, boxShadow: `inset 0 -4px ${teamColour(name)}` }}
    >
      {initials}
    </span>
  );
}
