import { useContext, useMemo } from 'react';
import { getOutline } from '#contract/calls/site';
import { Track } from '#contract/enumerations';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useRead } from '../../actors/read.tsx';
import { useRefresh } from '../../actors/refresh.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { TeamColoursContext } from '../../components/team-colours-context.ts';
import { TrackMap } from '../../components/track/TrackMap.tsx';
import { trackName } from '../../format/names.ts';
import { createMapSource } from './map-source.ts';
import { mapPlace } from './places.tsx';

export interface MapPanelProps {
  readonly store: LiveStore;
  /** The user whose race it is. */
  readonly userId: string;
  /** The car index of the driver that is looked at. */
  readonly selected: number | null;
  /** Shows the map alone, and nothing without an outline. */
  readonly isAlone?: boolean;
}

/** The length of a lap of an unknown track, in m. */
const usualLength = 5_000;
// The same for a strip: it becomes a map as soon as a lap has been driven. On a phone on its side the whole track is between
// the header and the edge of the screen.
const mapHeight = 'h-72 desk:h-96 wide:h-64 short:h-56';
/** A missing outline is asked for again after this time, in ms. */
const outlineInterval = 20_000;
const noPoints: readonly (readonly [number, number])[] = [];

/** The track of a live race with its cars. */
export function MapPanel(props: MapPanelProps) {
  const track = useRace(props.store, (state) => state.view?.head.track ?? null);
  if (track === null) return props.isAlone ? null : mapPlace;
  if (track === Track.Unknown) return <LiveMap {...props} track={track} points={noPoints} length={null} />;
  return <ShownTrack {...props} track={track} />;
}

function ShownTrack({ track, userId, ...props }: MapPanelProps & { readonly track: Track }) {
  const read = useRead({ call: getOutline, params: { trackId: String(track) }, query: { userId } });
  const { value, phase } = read;
  if (value === null && phase !== 'failed' && phase !== 'notFound') return props.isAlone ? null : mapPlace;
  const points = value?.points ?? noPoints;
  return (
    <>
      {points.length === 0 ? <Refresh read={read} /> : null}
      <LiveMap {...props} userId={userId} track={track} points={points} length={value?.length ?? null} />
    </>
  );
}

/** The first clean lap of this very race may give the track its outline. */
function Refresh({ read }: { read: Parameters<typeof useRefresh>[0] }) {
  useRefresh(read, outlineInterval);
  return null;
}

interface LiveMapProps extends MapPanelProps {
  readonly track: Track;
  readonly points: readonly (readonly [number, number])[];
  readonly length: number | null;
}

function LiveMap({ store, userId, selected, isAlone, track, points, length }: LiveMapProps) {
  const colourOf = useContext(TeamColoursContext);
  const source = useMemo(() => createMapSource(store, selected, colourOf), [store, selected, colourOf]);
  const name = trackName(track);
  const isStrip = points.length === 0;
  if (isAlone)
    return isStrip || length === null ? null : (
      <TrackMap name={name} points={points} length={length} source={source} className="h-90 shrink-0" />
    );
  return (
    <figure className="card mt-3 grid gap-1 px-3.5 pt-1 pb-2.5">
      <TrackMap
        name={name}
        points={points}
        length={length ?? store.document?.trackLength ?? usualLength}
        source={source}
        className={mapHeight}
      />
      <figcaption className="flex min-h-6 items-center justify-between gap-3 text-14 text-mute">
        {isStrip ? <span>One lap, from the start line to the finish</span> : <span>{name}</span>}
        {track === Track.Unknown ? null : (
          <PageLink
            href={`/tracks/${track}?user=${userId}`}
            className="inline-flex min-h-6 items-center whitespace-nowrap underline underline-offset-4"
          >
            Track map
          </PageLink>
        )}
      </figcaption>
    </figure>
  );
}
