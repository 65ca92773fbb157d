import { useContext, useMemo } from 'react';
import { getOutline } from '#contract/calls/site';
import { Track } from '#contract/enumerations';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useRead } from '../../actors/read.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { TeamColoursContext } from '../../components/team-colours-context.ts';
import { TrackMap } from '../../components/track/TrackMap.tsx';
import { trackName } from '../../format/names.ts';
import { createMapSource } from './map-source.ts';
import { mapPlace } from './places.tsx';
import { useTrail } from './use-trail.ts';

export interface MapPanelProps {
  readonly store: LiveStore;
  /** The car index of the driver that is looked at. */
  readonly selected: number | null;
  /** Shows the map alone, and nothing while the track is not known. */
  readonly isAlone?: boolean;
}

/** The length of a lap of an unknown track, in m. */
const usualLength = 5_000;
// The same for a strip: it becomes a map as soon as a lap has been driven. On a phone on its side the whole track is between
// the header and the edge of the screen.
const mapHeight = 'h-72 desk:h-96 wide:h-64 short:h-56';
const noPoints: readonly (readonly [number, number])[] = [];

/** The track of a live race with its cars. */
export function MapPanel(props: MapPanelProps) {
  const track = useRace(props.store, (state) => state.view?.head.track ?? null);
  if (track === null) return props.isAlone ? null : mapPlace;
  if (track === Track.Unknown) return <LiveMap {...props} track={track} points={noPoints} length={null} />;
  return <ShownTrack {...props} track={track} />;
}

function ShownTrack({ track, ...props }: MapPanelProps & { readonly track: Track }) {
  const { value, phase } = useRead({ call: getOutline, params: { trackId: String(track) } });
  if (value === null && phase !== 'failed' && phase !== 'notFound') return props.isAlone ? null : mapPlace;
  return <LiveMap {...props} track={track} points={value?.points ?? noPoints} length={value?.length ?? null} />;
}

interface LiveMapProps extends MapPanelProps {
  readonly track: Track;
  readonly points: readonly (readonly [number, number])[];
  readonly length: number | null;
}

function LiveMap({ store, selected, isAlone, track, points: shipped, length }: LiveMapProps) {
  const colourOf = useContext(TeamColoursContext);
  const source = useMemo(() => createMapSource(store, selected, colourOf), [store, selected, colourOf]);
  const lap = length ?? store.document?.trackLength ?? usualLength;
  const trail = useTrail(source, shipped.length === 0 ? lap : null);
  const points = shipped.length === 0 ? trail : shipped;
  const name = trackName(track);
  const isStrip = points.length === 0;
  if (isAlone)
    return isStrip ? null : (
      <TrackMap name={name} points={points} length={lap} source={source} className="h-90 shrink-0" />
    );
  return (
    <figure className="card mt-3 grid gap-1 px-3.5 pt-1 pb-2.5">
      <TrackMap name={name} points={points} length={lap} source={source} className={mapHeight} />
      <figcaption className="flex min-h-6 items-center justify-between gap-3 text-14 text-mute">
        {isStrip ? <span>One lap, from the start line to the finish</span> : <span>{name}</span>}
        {track === Track.Unknown ? null : (
          <PageLink
            href={`/tracks/${track}`}
            className="inline-flex min-h-6 items-center whitespace-nowrap underline underline-offset-4"
          >
            Track map
          </PageLink>
        )}
      </figcaption>
    </figure>
  );
}
