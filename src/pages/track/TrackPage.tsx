import { filterSessions } from '#contract/calls/sessions';
import { getOutline } from '#contract/calls/site';
import { Track } from '#contract/enumerations';
import { sessionsAtTrack } from '#contract/pages/routes';
import { useRead } from '../../actors/read.tsx';
import { CardList } from '../../components/CardList.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Section } from '../../components/Section.tsx';
import { SessionCard } from '../../components/SessionCard.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { TrackMap } from '../../components/track/TrackMap.tsx';
import { trackName } from '../../format/names.ts';
import { trackRecords } from './track-records.ts';

const mapHeight = 'h-72 desk:h-112';

/** A track: its map and the sessions on it. `id` is its number. */
export function TrackPage({ id }: { id: string }) {
  const track = Object.values(Track).find((number) => String(number) === id) ?? Track.Unknown;
  const name = trackName(track);
  return (
    <div className="stack gap-6">
      <Heading title={name}>{name}</Heading>
      <div className="stack items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <div className="stack gap-6">
          <TrackFigure id={id} name={name} />
          <Records id={id} />
        </div>
        <Section id="sessions" title="Latest sessions">
          <Sessions id={id} />
        </Section>
      </div>
    </div>
  );
}

function TrackFigure({ id, name }: { id: string; name: string }) {
  const read = useRead({ call: getOutline, params: { trackId: id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={448} />}>
      {({ points, length }) =>
        length === null ? (
          <Empty title="No map of this track">A live race draws the lap that its cars drive.</Empty>
        ) : (
          <figure className="card grid gap-2 p-3.5">
            <TrackMap name={name} points={points} length={length} source={null} className={mapHeight} />
            <figcaption className="text-14 text-mute">
              <b className="text-17 font-750 text-text">{(length / 1_000).toFixed(3)} km</b> a lap
            </figcaption>
          </figure>
        )
      }
    </ReadView>
  );
}

/** The fastest of the qualifying and practice sessions, and who won here most often. */
function Records({ id }: { id: string }) {
  const { value } = useRead({ call: filterSessions, query: { filters: sessionsAtTrack(id) } });
  const records = trackRecords(value ?? []);
  if (records === null) return null;
  const { fastest, winners } = records;
  return (
    <Section id="records" title="Records of these sessions">
      <dl className="grid gap-x-6 border-t border-line desk:grid-cols-2">
        {fastest === null ? null : (
          <div className="grid border-b border-hair py-2.5">
            <dt className="text-14 text-mute">Fastest lap of a qualifying or practice</dt>
            <dd className="flex flex-wrap items-baseline gap-x-3">
              <b className="text-20 font-800">{fastest.time}</b>
              <PageLink href={`/sessions/${fastest.sessionId}`} className="min-h-6 font-650 hover:underline">
                <bdi>{fastest.name}</bdi>
              </PageLink>
            </dd>
          </div>
        )}
        {winners.length === 0 ? null : (
          <div className="grid border-b border-hair py-2.5">
            <dt className="text-14 text-mute">Most wins</dt>
            <dd className="flex flex-wrap gap-x-4 text-17 font-750 wrap-anywhere">
              {winners.map(({ name, wins }) => (
                <span key={name}>
                  <bdi>{name}</bdi> <span className="text-mute">{wins}</span>
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function Sessions({ id }: { id: string }) {
  const read = useRead({ call: filterSessions, query: { filters: sessionsAtTrack(id) } });
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
