import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLiveStream } from './live-stream.ts';
import { StreamPosition } from './stream-position.ts';

/** A WebSocket whose server is the test. */
class FakeSocket {
  static opened: FakeSocket[] = [];
  readonly url: string;
  readonly sent: string[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const hello = {
  type: 'hello',
  id: '01900000-0000-7000-8000-000000000001',
  epoch: 1,
  seq: 1,
  hz: 10,
  serverTime: '2026-11-22T20:00:00.000Z',
  delaySeconds: 0,
};
const snapshot = (seq: number) => ({ type: 'snapshot', seq, document: {} });
const delta = (seq: number) => ({ type: 'delta', seq, patch: {} });

beforeEach(() => {
  FakeSocket.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Ticket = Parameters<typeof openLiveStream>[0]['ticket'];

/** An open connection, and its events. */
async function open(ticket: Ticket = async () => null, position = new StreamPosition(), takesParts = false) {
  const events: string[] = [];
  const data: string[] = [];
  const stream = openLiveStream({
    origin: 'http://pitboard.test',
    sessionId: hello.id,
    view: 'full',
    position,
    takesParts,
    delay: 0,
    ticket,
    onHello: () => undefined,
    onData: ({ type }) => data.push(type),
    onEvent: (event) => {
      const detail =
        event.type === 'stream.closed' ? ` ${event.cause} ${event.retryWindow?.join('-') ?? ''}`.trimEnd() : '';
      events.push(event.type.replace('stream.', '') + detail);
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = FakeSocket.opened;
  return { stream, events, data, position, socket: socket as FakeSocket };
}

async function following() {
  const opened = await open();
  opened.socket.say(hello);
  opened.socket.say(snapshot(1));
  return opened;
}

test('asks for binary frames, and reports hello and snapshot', async () => {
  const { socket, events, data } = await following();
  expect(socket.url).toBe(`ws://pitboard.test/api/LiveSession/ws/${hello.id}?view=full&format=binary`);
  expect([events, data]).toEqual([['opened', 'synced'], ['snapshot']]);
});

test('goes on where the connection before was cut', async () => {
  const { position, stream } = await following();
  stream.close();
  const second = await open(undefined, position);
  expect(FakeSocket.opened[1]?.url).toContain('since=1.1');
  FakeSocket.opened[1]?.say({ ...hello, seq: 2 });
  FakeSocket.opened[1]?.say(delta(2));
  expect([second.events, second.data]).toEqual([['opened', 'synced'], ['delta']]);
});

describe('silence', () => {
  test('is reported after three seconds, ends with a message, and ends the connection after ten', async () => {
    const { socket, events } = await following();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(events).toEqual(['opened', 'synced']);
    await vi.advanceTimersByTimeAsync(100);
    socket.say({ type: 'ping' });
    expect(events.slice(2)).toEqual(['silent', 'message', 'gap']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([events.slice(5), socket.isClosed]).toEqual([['silent', 'dead'], true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toHaveLength(7);
  });

  test('is reported at once after the tab was frozen, and does not end the connection', async () => {
    const { socket, events } = await following();
    // Time passes, and no timer runs.
    vi.setSystemTime(Date.now() + 600_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(events.slice(2)).toEqual(['silent']);
    socket.say({ type: 'ping' });
    expect(events.slice(3)).toEqual(['message', 'gap']);
  });

  test('is reported as soon as a page is shown again that was frozen, whose picture is old until a snapshot comes', async () => {
    const { stream, events, socket, data } = await following();
    vi.setSystemTime(Date.now() + 600_000);
    stream.expectMessage();
    expect(events.slice(2)).toEqual(['silent']);
    // It was sent while the page was frozen.
    socket.say(delta(2));
    expect([events.slice(3), socket.sent, data]).toEqual([['message', 'gap'], ['{"type":"resync"}'], ['snapshot']]);
    socket.say(delta(3));
    socket.say(snapshot(6_000));
    socket.say(delta(6_001));
    expect([events.slice(5), data]).toEqual([['synced'], ['snapshot', 'snapshot', 'delta']]);
  });

  test('of less than three seconds needs no snapshot', async () => {
    const { events, socket, data } = await following();
    vi.setSystemTime(Date.now() + 2_900);
    socket.say(delta(2));
    expect([events.slice(2), data, socket.sent]).toEqual([[], ['snapshot', 'delta'], []]);
  });

  test('of three seconds asks for a snapshot, and before the first one waits for it', async () => {
    const { events, socket } = await following();
    vi.setSystemTime(Date.now() + 3_000);
    socket.say({ type: 'ping' });
    expect([events.slice(2), socket.sent]).toEqual([['gap'], ['{"type":"resync"}']]);
    const slow = await open();
    const second = FakeSocket.opened[1] as FakeSocket;
    await vi.advanceTimersByTimeAsync(4_000);
    second.say(hello);
    second.say(snapshot(1));
    expect([slow.events, second.sent]).toEqual([['silent', 'message', 'opened', 'synced'], []]);
  });

  test('ends the connection after two and a half seconds when the page is shown again', async () => {
    const { stream, events } = await following();
    stream.expectMessage();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(events.slice(2)).toEqual(['dead']);
  });

  test('of a server that never answers ends the connection as well', async () => {
    const { events } = await open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(events).toEqual(['silent', 'dead']);
  });
});

test('a missing message is asked for once in two seconds, until the snapshot', async () => {
  const { socket, events, data } = await following();
  for (const seq of [3, 4, 5]) socket.say(delta(seq));
  expect(socket.sent).toEqual(['{"type":"resync"}']);
  await vi.advanceTimersByTimeAsync(2_000);
  socket.say(delta(6));
  expect(socket.sent).toHaveLength(2);
  socket.say(snapshot(6));
  socket.say(delta(7));
  expect(events).toEqual(['opened', 'synced', 'gap', 'synced']);
  expect(data).toEqual(['snapshot', 'snapshot', 'delta']);
});

test('messages that cannot be read are ignored', async () => {
  const { socket, events } = await following();
  socket.onmessage?.({ data: '{' });
  socket.say({ type: 'somethingNew' });
  expect(events).toEqual(['opened', 'synced']);
});

test('frames of another version end the connection, and the next one gets its changes as text', async () => {
  const { socket, events, data, position } = await following();
  socket.onmessage?.({ data: Uint8Array.of(99, 1, 2).buffer });
  expect([events.slice(2), socket.isClosed]).toEqual([['closed lost'], true]);
  const second = await open(undefined, position);
  expect(second.socket.url).toContain('format=binary');
  expect(FakeSocket.opened[1]?.url).toContain('format=json&since=1.1');
  FakeSocket.opened[1]?.say({ ...hello, seq: 2 });
  FakeSocket.opened[1]?.say(delta(2));
  expect([data, second.data]).toEqual([['snapshot'], ['delta']]);
});

test('a new epoch on the same connection begins with its snapshot', async () => {
  const { socket, data } = await following();
  socket.say({ ...hello, epoch: 2, seq: 2 });
  socket.say(delta(2));
  socket.say(snapshot(2));
  socket.say(delta(3));
  expect(data).toEqual(['snapshot', 'snapshot', 'delta']);
});

test('the recorder and the end are passed on', async () => {
  const { socket, events, data } = await following();
  socket.say({ type: 'recorderLost', since: '2026-11-22T20:00:00.000Z' });
  socket.say({ type: 'recorderBack' });
  socket.say({ type: 'ended', sessionId: null });
  expect(events.slice(2)).toEqual(['recorderLost', 'recorderBack', 'ended']);
  expect([data.at(-1), socket.isClosed]).toEqual(['ended', true]);
});

test.each([
  [1_006, '', 'closed lost'],
  [1_000, 'ended', 'closed lost'],
  [3_012, 'slow', 'closed lost'],
  [1_013, 'busy', 'closed lost'],
  [1_012, 'retry 500-5000', 'closed restarting 500-5000'],
  [1_012, 'soon', 'closed restarting'],
  [4_400, 'refused', 'closed invalid'],
  [4_403, 'forbidden', 'closed forbidden'],
  [4_404, 'notFound', 'closed notFound'],
])('the close code %i with the reason "%s" is reported as %s', async (code, reason, event) => {
  const { socket, events } = await open();
  socket.onclose?.({ code, reason });
  expect(events).toEqual([event]);
});

describe('a private session', () => {
  test('is opened with the ticket, and never with the key', async () => {
    const { socket } = await open(async () => 'one-use');
    expect(socket.url).toMatch(/&ticket=one-use$/);
  });

  test('is refused without a connection when there is no ticket', async () => {
    const { events } = await open(async () => ({ cause: 'forbidden' }));
    expect([events, FakeSocket.opened]).toEqual([['closed forbidden'], []]);
  });

  test('is not opened when it was closed before its ticket came', async () => {
    let give: (ticket: string) => void = () => undefined;
    const { stream, events } = await open(() => new Promise((resolve) => (give = resolve)));
    stream.close();
    give('late');
    await vi.advanceTimersByTimeAsync(0);
    expect([events, FakeSocket.opened]).toEqual([[], []]);
  });
});

describe('a first snapshot in parts', () => {
  const part = { type: 'part', seq: 1, document: { trackId: 11 }, columns: { position: [1] } };
  const rest = { type: 'rest', seq: 1, patch: { drivers: { 0: { lapDistance: 5 } } } };

  async function begin() {
    const opened = await open(undefined, undefined, true);
    opened.socket.say(hello);
    opened.socket.say(part);
    return opened;
  }

  test('is asked for, followed at once, and whole with the rest', async () => {
    const { socket, events, data, position } = await begin();
    expect(new URL(socket.url).searchParams.get('snapshot')).toBe('parts');
    expect([events, data, position.since]).toEqual([['opened', 'synced'], ['snapshot'], undefined]);
    socket.say(rest);
    socket.say(delta(2));
    expect([data, position.since]).toEqual([['snapshot', 'snapshot', 'delta'], '1.2']);
  });

  test('is asked for anew in one when its rest is lost', async () => {
    const { socket, data } = await begin();
    socket.say({ ...rest, seq: 0 });
    socket.say(delta(2));
    expect([data, socket.sent]).toEqual([['snapshot'], ['{"type":"resync"}']]);
    socket.say(snapshot(2));
    socket.say(rest);
    socket.say(delta(3));
    expect(data).toEqual(['snapshot', 'snapshot', 'delta']);
  });

  test('is not asked for again by the next connection of a page', async () => {
    const { stream, position } = await begin();
    stream.close();
    await open(undefined, position, true);
    const { searchParams } = new URL(FakeSocket.opened[1]?.url ?? '');
    expect(['snapshot', 'since'].map((name) => searchParams.get(name))).toEqual([null, null]);
  });
});
