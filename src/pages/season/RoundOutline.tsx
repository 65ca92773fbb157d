import { Track, type Track as TrackId } from '#contract/enumerations';
import { useRead } from '../../actors/read.tsx';
import { TrackIcon } from '../../components/track/TrackIcon.tsx';

/** The outline of the track of a round; nothing where there is none. */
export function RoundOutline({ track }: { track: TrackId }) {
  return track === Track.Unknown ? null : <Outline trackId={String(track)} />;
}

function Outline({ trackId }: { trackId: string }) {
  const { value } = useRead({ name: 'getOutline', params: { trackId }, query: {} });
  if (value === null || value.length === null || value.points.length === 0) return null;
  return <TrackIcon points={value.points} length={value.length} size={24} />;
}
