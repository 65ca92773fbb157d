import type { ReactNode } from 'react';
import * as v from 'valibot';
import { filterSessions } from '#contract/calls/sessions';
import { getOutline } from '#contract/calls/site';
import type { TrackOutline } from '#contract/entities/track';
import { Track } from '#contract/enumerations';
import { sessionsAtTrack } from '#contract/pages/routes';
import { Uuid } from '#contract/values/values';
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
import { formatDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useSearch } from '../../navigation/address.ts';
import { trackRecords } from './track-records.ts';

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

interface TrackFigureProps {
  readonly id: string;
  readonly name: string;
}

/** The map of the user in the address; otherwise that of the server, or of the user with the latest session here. */
function TrackFigure(props: TrackFigureProps) {
  const userId = new URLSearchParams(useSearch()).get('user');
  return v.is(Uuid, userId) ? (
    <Figure {...props} userId={userId} otherwise={<NoMap />} />
  ) : (
    <Figure {...props} userId={null} otherwise={<FigureOfLatest {...props} />} />
  );
}

function FigureOfLatest(props: TrackFigureProps) {
  const read = useRead({ call: filterSessions, query: { filters: sessionsAtTrack(props.id) } });
  const userId = read.value?.find((session) => session.userId !== null)?.userId ?? null;
  if (read.value === null && read.phase !== 'failed') return <Skeleton height={448} />;
  return userId === null ? <NoMap /> : <Figure {...props} userId={userId} otherwise={<NoMap />} />;
}

function NoMap() {
  return (
    <Empty title="No map yet">The first clean lap that a recorder of this server drives here draws the track.</Empty>
  );
}

interface FigureProps extends TrackFigureProps {
  readonly userId: string | null;
  /** In place of a map that is not there. */
  readonly otherwise: ReactNode;
}

function Figure({ id, name, userId, otherwise }: FigureProps) {
  const query = userId === null ? {} : { userId };
  const read = useRead({ call: getOutline, params: { trackId: id }, query });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={448} />}>
      {(outline) =>
        outline.points.length === 0 || outline.length === null ? (
          otherwise
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
            <dd className="text-17 font-750">
              {winners.map(({ name, wins }) => (
                <span key={name} className="mr-4 whitespace-nowrap">
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
