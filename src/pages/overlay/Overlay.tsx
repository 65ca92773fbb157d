import { type ComponentProps, useState } from 'react';
import { getLive, listUserLive } from '#contract/calls/live';
import { getSession } from '#contract/calls/sessions';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Session as StoredSession } from '#contract/entities/session';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { isStillShown, useLiveRace, useRace } from '../../actors/live.ts';
import { useQueryCache, useRead } from '../../actors/read.tsx';
import { liveListInterval } from '../../actors/refresh.ts';
import { useRepeat, useStoredRace } from '../../actors/stream-overlay.ts';
import { liveStatusText } from '../../format/live-status-words.ts';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { newestSession } from './newest-session.ts';
import { OverlayFrame } from './OverlayFrame.tsx';

interface OverlayProps {
  readonly id: string;
  /** The id is that of a user, whose races are shown one after another. */
  readonly isOfUser: boolean;
  readonly options: OverlayOptions;
  /** The key of a private session; null for others. */
  readonly sessionKey: string | null;
  /** A stored session that is shown instead; null for the race itself. */
  readonly example: string | null;
}

/**
 * The layer that streaming software shows over the game's picture. It retries after any failure and shows no message.
 */
export function Overlay({ isOfUser, example, ...props }: OverlayProps) {
  if (example !== null) return <EndedRace session={{ id: example }} options={props.options} id={example} />;
  return isOfUser ? <UserOverlay {...props} /> : <SessionOverlay {...props} />;
}

type PartProps = Omit<OverlayProps, 'isOfUser' | 'example'>;

function SessionOverlay({ id, ...props }: PartProps) {
  const read = useRead({ call: getLive, params: { id } });
  // A race may become that of an event while it runs.
  const isSettled =
    props.options.show !== 'standings' || read.value?.event !== undefined || read.value?.state === 'ended';
  useRepeat(read.value === null || !isSettled, liveListInterval, read.retry);
  return read.value === null ? null : <Session session={read.value} {...props} />;
}

function UserOverlay({ id, ...props }: PartProps) {
  const read = useRead({ call: listUserLive, params: { userId: id } });
  useRepeat(true, liveListInterval, read.retry);
  const [shown, setShown] = useState<LiveSummary | null>(null);
  const queries = useQueryCache();
  const time = { delay: props.options.delay, now: queries.serverTime() };
  const session = newestSession(read.value ?? [], shown, time);
  if (session?.id !== shown?.id) setShown(session);
  return session === null ? null : <SessionOverlay key={session.id} id={session.id} {...props} />;
}

interface SessionProps extends Omit<PartProps, 'id'> {
  readonly session: LiveSummary;
}

function Session({ session: given, ...props }: SessionProps) {
  // A race that is followed gets its end over its own connection.
  const [first] = useState(given);
  const [event, setEvent] = useState(given.event);
  // An ended one names no event any more.
  if (given.event !== undefined && given.event !== event) setEvent(given.event);
  const session = event === undefined ? first : { ...first, event };
  const [attempt, setAttempt] = useState(0);
  const queries = useQueryCache();
  const [isOver] = useState(() => {
    const { delay } = props.options;
    return given.state === 'ended' && !isStillShown(given, delay, queries.serverTime());
  });
  if (isOver)
    return session.sessionId === undefined ? null : <EndedRace {...props} session={session} id={session.sessionId} />;
  return <Race key={attempt} {...props} session={session} onRefused={() => setAttempt(attempt + 1)} />;
}

interface RaceProps extends SessionProps {
  readonly onRefused: () => void;
}

/** How long after a refusal the session is asked for again, in ms. */
const refusalInterval = 10_000;

function Race({ session, options, sessionKey, onRefused }: RaceProps) {
  const race = useLiveRace({
    sessionId: session.id,
    view: 'table',
    sessionKey: session.isPrivate ? sessionKey : null,
    delaySeconds: options.delay,
    onForbidden: () => undefined,
  });
  const { store, status, refusal, silentSince } = race;
  const network = useNetworkStatus();
  const ended = useRace(store, (state) => state.ended);
  // A wrong key is not tried again: the server counts the tries of an address.
  useRepeat(refusal === 'notFound' || refusal === 'invalid', refusalInterval, onRefused);
  const hasEnded = ended !== null || status === 'ended';
  const isFilling = useRace(store, ({ waiting }) => waiting !== null);
  const problem = hasEnded || isFilling ? null : liveStatusText(status, network, silentSince);
  return (
    <OverlayFrame
      store={store}
      session={session}
      options={options}
      status={ended === null ? status : 'ended'}
      problem={problem}
    />
  );
}

type EndedRaceProps = Pick<ComponentProps<typeof OverlayFrame>, 'session' | 'options'>;

function EndedRace({ session, options, id }: EndedRaceProps & { id: string }) {
  const read = useRead({ call: getSession, params: { id } });
  useRepeat(read.value === null, liveListInterval, read.retry);
  return read.value === null ? null : <StoredRace session={session} options={options} stored={read.value} />;
}

interface StoredRaceProps extends EndedRaceProps {
  readonly stored: StoredSession;
}

function StoredRace({ session, options, stored }: StoredRaceProps) {
  const store = useStoredRace(stored);
  return store === null ? null : (
    <OverlayFrame store={store} session={session} stored={stored} options={options} status="ended" problem={null} />
  );
}
