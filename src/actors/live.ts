import { useActorRef, useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import type { EventFrom } from 'xstate';
import { createTicket, getLive } from '#contract/calls/live';
import type { LiveSummary } from '#contract/entities/live-session';
import { timeSinceLightsOut } from '#contract/race/lights-out';
import { liveConnectionMachine, type StreamClosed, selectLiveStatus, selectRefusal } from '#machines/live-connection';
import { networkEvent } from '#machines/network-event';
import type { Api } from '../api/client.ts';
import { type CloseCause, type LiveStream, openLiveStream } from '../live/live-stream.ts';
import { type RaceState, RaceStore, watchEnd } from '../live/race-store.ts';
import { StreamPosition } from '../live/stream-position.ts';
import { watchBrowserNetwork } from '../network/browser-network.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useApi } from './api.ts';
import { type Connectivity, useConnectivity } from './connectivity.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** A hidden page keeps its connection for so long, in ms. */
const unwatchedAfter = 5 * 60_000;
/** A new delay is asked for once the typing has paused for this long, in ms. */
const typingPause = 400;

interface LiveOptions {
  readonly sessionId: string;
  readonly view: 'full' | 'table';
  /** A tower is shown first: it is drawn before the rest of the race is there. */
  readonly beginsWithTower?: boolean;
  /** The key of a private session; null for others. */
  readonly sessionKey: string | null;
  readonly delaySeconds: number;
  /** The key is not, or no longer, that of the session. */
  readonly onForbidden: () => void;
}

/** The race of a live session, outside of React. */
export type LiveStore = RaceStore;

/** Changes are binary: what reads them is not needed for the first picture. */
const loadDecoder = async () => new (await import('#contract/live/frame-decoder')).FrameDecoder();

const browserClock = {
  now: () => performance.now(),
  setTimer: (work: () => void, delay: number) => {
    const timer = setTimeout(work, delay);
    return () => clearTimeout(timer);
  },
  // Changed cells request a frame: most changes of a race change none. A hidden page gets no frames.
  requestFrame: (work: () => void) => {
    if (document.visibilityState === 'visible') work();
    else requestAnimationFrame(work);
  },
};

/** A race that nobody follows yet: nothing of it is known. */
export function createUnfollowedRace(): LiveStore {
  return new RaceStore(browserClock, () => undefined);
}

/** Follows a live session. The options are those of the first call. */
export function useLiveRace(options: LiveOptions) {
  const api = useApi();
  const connectivity = useConnectivity();
  const queries = useQueryCache();
  const [{ store, current, machine, input }] = useState(() => {
    const current: Current = { stream: null, delay: options.delaySeconds };
    const requestSnapshot = () => current.stream?.requestSnapshot();
    const created = new RaceStore(browserClock, requestSnapshot);
    const position = new StreamPosition();
    loadDecoder().then(
      (decoder) => created.setDecoder(decoder),
      () => {
        created.setDecoder(null);
        // Frames that wait cannot be read either: the next connection begins with a snapshot.
        position.reset();
        position.format = 'json';
        current.stream?.readJson();
      },
    );
    return {
      store: created,
      current,
      machine: provideActors({ api, connectivity, queries, options, store: created, current, position }),
      input: { network: connectivity.status() },
    };
  });
  const ref = useActorRef(machine, { input });
  return {
    store,
    /** Shows the race so many seconds later than others see it, from now on. */
    setDelay: (seconds: number) => {
      current.delay = seconds;
      clearTimeout(current.timer);
      current.timer = setTimeout(() => ref.send({ type: 'connection.restart' }), typingPause);
    },
    status: useSelector(ref, selectLiveStatus),
    refusal: useSelector(ref, selectRefusal),
    /** When the recorder fell silent, as an instant of the server. */
    silentSince: useSelector(ref, ({ context }) => context.silentSince),
  };
}

/**
 * Finds when viewers without a delay saw the lights go out, in ms since 1970 by the server's clock; null where that is unknown.
 * A viewer with a delay may not have seen it yet: then the server knows.
 */
export function useLightsOut(sessionId: string, store: RaceStore): () => Promise<number | null> {
  const api = useApi();
  return async () => {
    const { asOf } = store.state();
    const since = store.document === null ? null : timeSinceLightsOut(store.document);
    if (asOf !== null && since !== null) return asOf - since;
    const outcome = await api.send(getLive, { params: { id: sessionId } });
    const { lightsOutAt } = 'value' in outcome ? outcome.value : {};
    return lightsOutAt === undefined ? null : Date.parse(lightsOutAt);
  };
}

/** Dates of answers are whole seconds: for so long the connection decides whether a race is over, in ms. */
const clockTolerance = 5_000;

/** Whether a race that has ended is not over for a viewer with a delay, in seconds; `now` in ms since 1970 by the server's clock. */
export function isStillShown({ endedAt }: LiveSummary, delay: number, now: number): boolean {
  const rest = delay > 0 ? delay * 1_000 + clockTolerance : 0;
  return endedAt !== undefined && now < Date.parse(endedAt) + rest;
}

/** A part of the race, which must be the same object or value for as long as it has not changed. */
export function useRace<Part>(store: RaceStore, select: (state: RaceState) => Part): Part {
  const part = () => select(store.state());
  return useSyncExternalStore(store.subscribe, part, part);
}

/** The connection that is open now. */
interface Current {
  stream: LiveStream | null;
  /** In seconds. */
  delay: number;
  timer?: ReturnType<typeof setTimeout>;
}

interface Dependencies {
  readonly api: Api;
  readonly connectivity: Connectivity;
  readonly queries: QueryCache;
  readonly options: LiveOptions;
  readonly store: RaceStore;
  readonly current: Current;
  readonly position: StreamPosition;
}

function provideActors({ api, connectivity, queries, options, store, current, position }: Dependencies) {
  const { sessionId, sessionKey, view } = options;
  const params = { id: sessionId };

  async function ticket(): Promise<string | null | { cause: CloseCause }> {
    if (sessionKey === null) return null;
    const outcome = await api.send(createTicket, { params, sessionKey });
    if ('value' in outcome) return outcome.value.ticket;
    const { kind, status } = outcome.failure;
    // Another server may refuse with the same status.
    if (kind !== 'problem') return { cause: 'lost' };
    return { cause: status === 403 ? 'forbidden' : status === 404 ? 'notFound' : 'lost' };
  }

  /** The session may have ended without a connection. A viewer with a delay comes back until it may see that. */
  async function findEnd(closed: StreamClosed): Promise<EventFrom<typeof liveConnectionMachine>> {
    const outcome = await api.send(getLive, { params });
    if (!('value' in outcome) || outcome.value.state !== 'ended') return closed;
    if (isStillShown(outcome.value, current.delay, api.serverTime())) return { ...closed, cause: 'lost' };
    store.accept({ type: 'ended', sessionId: outcome.value.sessionId ?? null });
    return { type: 'stream.ended' };
  }

  /** Without its chunk other tabs show the end with their next read. */
  async function invalidateLists(endedId: string | null): Promise<void> {
    const { affectedReads, liveEnded } = await import('#contract/calls/changes');
    queries.invalidate(affectedReads(liveEnded, endedId === null ? {} : { params: { id: endedId } }));
  }

  return liveConnectionMachine.provide({
    actors: {
      watchPage: typedCallback<EventFrom<typeof liveConnectionMachine>>((send) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        // Not when it arrives: the lists and the season would show the result before a delayed picture does.
        const stopEnd = watchEnd(store, (endedId) => {
          invalidateLists(endedId).catch(() => undefined);
        });
        const stopNetwork = connectivity.subscribe((status) =>
          send({ ...networkEvent(status), random: Math.random() }),
        );
        const stopBrowser = watchBrowserNetwork((type) => {
          if (type === 'page.hidden') timer = setTimeout(() => send({ type: 'page.unwatched' }), unwatchedAfter);
          if (type !== 'page.shown') return;
          clearTimeout(timer);
          send({ type });
        });
        return () => {
          clearTimeout(timer);
          clearTimeout(current.timer);
          stopEnd();
          stopNetwork();
          stopBrowser();
        };
      }),
      stream: typedCallback<EventFrom<typeof liveConnectionMachine>>((send) => {
        const { delay } = current;
        const stream = openLiveStream({
          origin: location.origin,
          sessionId,
          view,
          position,
          takesParts: options.beginsWithTower === true,
          delay,
          ticket,
          onHello: ({ serverTime, beginsAt }, latency) => {
            const begins = beginsAt === undefined ? null : Date.parse(beginsAt);
            store.begin(Date.parse(serverTime) + latency, delay * 1_000, begins);
          },
          onData: store.accept,
          onEvent: (event) => {
            if (event.type === 'stream.closed' && event.cause === 'forbidden') options.onForbidden();
            if (event.type !== 'stream.closed' || event.cause !== 'notFound') {
              send(event);
              return;
            }
            void findEnd(event).then(send);
          },
        });
        const stopBrowser = watchBrowserNetwork((type) => (type === 'page.shown' ? stream.expectMessage() : undefined));
        current.stream = stream;
        return () => {
          current.stream = null;
          stopBrowser();
          stream.close();
        };
      }),
    },
    actions: { reportSilence: connectivity.reportSlow, reportLoss: connectivity.reportSlow },
  });
}
