import * as v from 'valibot';
import { filterSessions } from '#contract/calls/sessions';
import { getOutline } from '#contract/calls/site';
import type { TrackOutline } from '#contract/entities/track';
import { nameOf, Track } from '#contract/enumerations';
import { Uuid } from '#contract/values/values';
import { useRead } from '../../actors/read.tsx';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { TrackMap } from '../../components/track/TrackMap.tsx';
import { formatDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useSearch } from '../../navigation/address.ts';

const mapHeight = 'h-72 desk:h-112';

/**
 * A track: its map and the sessions on it. `id` is its number; `?user=` names the user whose laps draw the map, where that
 * user has driven one.
 */
export function TrackPage({ id }: { id: string }) {
  const track = Object.values(Track).find((number) => String(number) === id) ?? Track.Unknown;
  const name = trackName(track);
  return (
    <div className="stack gap-6">
      <Heading title={name}>{name}</Heading>
      <div className="stack items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <TrackFigure id={id} name={name} />
        <Section id="sessions" title="Latest sessions">
          <Sessions track={nameOf(Track, track) ?? ''} />
        </Section>
      </div>
    </div>
  );
}

function TrackFigure({ id, name }: { id: string; name: string }) {
  const userId = new URLSearchParams(useSearch()).get('user');
  const query = v.is(Uuid, userId) ? { userId } : {};
  const read = useRead({ call: getOutline, params: { trackId: id }, query });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={448} />}>
      {(outline) =>
        outline.points.length === 0 || outline.length === null ? (
          <Empty title="No map yet">
            Live races draw the track from the first clean lap of their own recorder. A map is shown here once the
            operator of this server has confirmed one.
          </Empty>
        ) : (
          <figure className="card grid gap-2 p-3.5">
            <TrackMap name={name} points={outline.points} length={outline.length} source={null} className={mapHeight} />
            <Caption outline={outline} />
          </figure>
        )
      }
    </ReadView>
  );
}

function Caption({ outline: { length, source } }: { outline: TrackOutline }) {
  return (
    <figcaption className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-14 text-mute">
      <span>
        <b className="text-17 font-750 text-text">{((length ?? 0) / 1_000).toFixed(3)} km</b> a lap
      </span>
      {source === null ? null : <span>Drawn from a lap of a live session on {formatDay(source.learnedAt)}</span>}
    </figcaption>
  );
}

function Sessions({ track }: { track: string }) {
  const read = useRead({ call: filterSessions, query: { filters: `track:${track}` } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={6} height={88} />}>
      {(sessions) =>
        sessions.length === 0 ? (
          <Empty title="No sessions yet">Sessions on this track appear here.</Empty>
        ) : (
          <CardList items={sessions.slice(0, 8)} className="grid gap-2.5 desk:grid-cols-2 wide:grid-cols-1">
            {(session) => <SessionCard session={session} />}
          </CardList>
        )
      }
    </ReadView>
  );
}
