import { Track, type Track as TrackId } from '#contract/enumerations';
import { useRead } from '../../actors/read.tsx';
import { TrackIcon } from '../../components/track/TrackIcon.tsx';
import { outlineResource } from '../offline/offline-items.ts';

interface RoundOutlineProps {
  readonly track: TrackId;
  /** The owner of the season, whose own laps draw it; where there are none, the operator may have confirmed one. */
  readonly ownerId: string;
}

/** The outline of the track of a round; nothing where there is none. */
export function RoundOutline({ track, ownerId }: RoundOutlineProps) {
  return track === Track.Unknown ? null : <Outline track={track} ownerId={ownerId} />;
}

function Outline({ track, ownerId }: RoundOutlineProps) {
  const { value } = useRead(outlineResource(track, ownerId));
  if (value === null || value.length === null || value.points.length === 0) return null;
  return <TrackIcon points={value.points} length={value.length} />;
}
