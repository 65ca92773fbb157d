import { addressOf } from '#contract/api/address';
import { watchLive } from '#contract/calls/live';
import { liveCloseCodes, type ViewerMessage } from '#contract/live/viewer-messages';
import { FirstSnapshot } from './first-snapshot.ts';
import { readMessage } from './live-decoder.ts';
import type { RaceData } from './race-document.ts';
import type { StreamPosition } from './stream-position.ts';

/** Why a connection ended. */
export type CloseCause = 'forbidden' | 'notFound' | 'invalid' | 'lost' | 'restarting';

/** The events of a connection: times in ms, and a random number from 0 to 1 to spread the next one. */
type StreamEvent =
  | { readonly type: 'stream.opened' | 'stream.synced' | 'stream.gap' }
  | { readonly type: 'stream.silent' | 'stream.message' | 'stream.recorderBack' | 'stream.ended' }
  | { readonly type: 'stream.dead'; readonly random: number }
  | { readonly type: 'stream.recorderLost'; readonly since: string }
  | {
      readonly type: 'stream.closed';
      readonly cause: CloseCause;
      readonly random: number;
      readonly retryWindow: readonly [minimum: number, maximum: number] | null;
    };

interface StreamOptions {
  readonly origin: string;
  readonly sessionId: string;
  readonly view: 'full' | 'table';
  readonly position: StreamPosition;
  /** The first picture of the page is a tower: it comes before the rest of the race. */
  readonly takesParts: boolean;
  /** In seconds. */
  readonly delay: number;
  /** A ticket for a private session, null where none is needed, or why there is none. */
  readonly ticket: () => Promise<string | null | { readonly cause: CloseCause }>;
  readonly onHello: (message: Extract<ViewerMessage, { type: 'hello' }>, latency: number) => void;
  /** Data to be applied, and the end of the session. */
  readonly onData: (data: RaceData | Extract<ViewerMessage, { type: 'ended' }>) => void;
  readonly onEvent: (event: StreamEvent) => void;
}

export interface LiveStream {
  readonly close: () => void;
  /** The page is shown again: a connection that works has something to say within two seconds. */
  readonly expectMessage: () => void;
  /** Discards the applied state. */
  readonly requestSnapshot: () => void;
  /** Ends as a lost connection does: the next one gets changes in JSON, which every version reads. */
  readonly readJson: () => void;
}

const silentAfter = 3_000;
const deadAfter = 10_000;
const deadAfterShown = 2_500;
const checkInterval = 500;
/** A missing message is asked for at most this often, in ms. */
const resyncInterval = 2_000;

/** Opens one connection to a live session. It reports how it ends, once, unless it is closed here. */
export function openLiveStream(options: StreamOptions): LiveStream {
  const { position, onEvent } = options;
  const startedAt = performance.now();
  let socket: WebSocket | null = null;
  let isOver = false;
  let latency = 0;
  let resyncAt = Number.NEGATIVE_INFINITY;
  let wasInStep = false;
  const first = new FirstSnapshot();
  const silence = watchSilence(onEvent, () => end({ type: 'stream.dead', random: Math.random() }));

  function close(): void {
    isOver = true;
    silence.stop();
    socket?.close();
  }

  function end(event: StreamEvent): void {
    if (isOver) return;
    close();
    onEvent(event);
  }

  function receive(frame: string | ArrayBuffer): void {
    if (isOver) return;
    // The first message after a silence was sent during it: it does not prove that the picture is current.
    const silent = silence.reset();
    if (silent >= deadAfter || (wasInStep && silent >= silentAfter)) requestSnapshot();
    const message = readMessage(frame);
    switch (message?.type) {
      case 'hello':
        position.handshake(message);
        wasInStep = false;
        options.onHello(message, latency);
        onEvent({ type: 'stream.opened' });
        break;
      case 'part':
        applyData(first.begin(message));
        break;
      case 'rest':
        applyData(first.complete(message));
        break;
      case 'snapshot':
      case 'delta':
      case 'frame':
        applyData(message);
        break;
      case 'unreadable':
        // The server is newer and has other frames.
        readJson();
        return;
      case 'recorderLost':
        onEvent({ type: 'stream.recorderLost', since: message.since });
        break;
      case 'recorderBack':
        onEvent({ type: 'stream.recorderBack' });
        break;
      case 'ended':
        options.onData(message);
        end({ type: 'stream.ended' });
    }
    if (!position.isInStep || wasInStep) return;
    wasInStep = true;
    onEvent({ type: 'stream.synced' });
  }

  function applyData(data: RaceData | null): void {
    if (data === null) return;
    const verdict = position.receive(data);
    if (verdict === 'apply') options.onData(data);
    else if (verdict === 'gap') askForSnapshot();
  }

  function askForSnapshot(): void {
    if (wasInStep) onEvent({ type: 'stream.gap' });
    wasInStep = false;
    const now = performance.now();
    if (now - resyncAt < resyncInterval) return;
    resyncAt = now;
    socket?.send(JSON.stringify({ type: 'resync' }));
  }

  function readJson(): void {
    position.format = 'json';
    end(closed('lost', null));
  }

  function requestSnapshot(): void {
    position.reset();
    askForSnapshot();
  }

  function connect(ticket: string | null): void {
    const { origin, sessionId, view, takesParts, delay } = options;
    const query = {
      view,
      format: position.format,
      // A picture that is there is not replaced by a part of one.
      snapshot: takesParts && position.epoch === null ? ('parts' as const) : undefined,
      since: position.since,
      delay: delay === 0 ? undefined : delay,
      ticket: ticket ?? undefined,
    };
    socket = new WebSocket(origin.replace(/^http/, 'ws') + addressOf(watchLive, { id: sessionId }, query));
    socket.binaryType = 'arraybuffer';
    // Two round trips, of which the way of one message is a quarter.
    socket.onopen = () => {
      latency = (performance.now() - startedAt) / 4;
    };
    socket.onmessage = ({ data }) => receive(data);
    socket.onclose = ({ code, reason }) => end(closed(causeOf(code), windowOf(reason)));
  }

  options.ticket().then((ticket) => {
    if (isOver) return;
    if (typeof ticket === 'object' && ticket !== null) end(closed(ticket.cause, null));
    else connect(ticket);
  });
  return {
    close,
    expectMessage: silence.expectMessage,
    requestSnapshot,
    readJson,
  };
}

function closed(cause: CloseCause, retryWindow: readonly [number, number] | null): StreamEvent {
  return { type: 'stream.closed', cause, random: Math.random(), retryWindow };
}

function causeOf(code: number): CloseCause {
  if (code === liveCloseCodes.forbidden) return 'forbidden';
  if (code === liveCloseCodes.notFound) return 'notFound';
  if (code === liveCloseCodes.refused) return 'invalid';
  return code === liveCloseCodes.restarting ? 'restarting' : 'lost';
}

/** The window in the reason of a server that restarts. */
function windowOf(reason: string): readonly [number, number] | null {
  const [, minimum, maximum] = /^retry (\d{1,6})-(\d{1,6})$/.exec(reason) ?? [];
  return minimum === undefined || maximum === undefined ? null : [Number(minimum), Number(maximum)];
}

/**
 * Counts how long nothing came. Only time in which this page was running counts towards a dead connection: a frozen tab would
 * find one dead whose messages are about to be delivered. Its picture is old all the same, and is called silent at once.
 */
function watchSilence(onEvent: (event: StreamEvent) => void, onDead: () => void) {
  let silence = 0;
  let limit = deadAfter;
  let checkedAt = performance.now();
  // The clock of the page may stand still while the device sleeps; that of the device does not.
  let lastMessageAt = Date.now();
  let isSilent = false;

  function reportSilence(): void {
    if (isSilent || (silence < silentAfter && Date.now() - lastMessageAt < silentAfter)) return;
    isSilent = true;
    onEvent({ type: 'stream.silent' });
  }

  const timer = setInterval(() => {
    const now = performance.now();
    silence += Math.min(now - checkedAt, 2 * checkInterval);
    checkedAt = now;
    reportSilence();
    if (silence >= limit) onDead();
  }, checkInterval);
  return {
    stop: () => clearInterval(timer),
    /** A message has come. Returns how long none had, in ms. */
    reset: () => {
      const lasted = Math.max(silence, Date.now() - lastMessageAt);
      if (isSilent) onEvent({ type: 'stream.message' });
      isSilent = false;
      silence = 0;
      lastMessageAt = Date.now();
      limit = deadAfter;
      return lasted;
    },
    expectMessage: () => {
      limit = Math.min(deadAfter, silence + deadAfterShown);
      reportSilence();
    },
  };
}
