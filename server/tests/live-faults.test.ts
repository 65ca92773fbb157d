import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { type LiveDocument, toDetail } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { applyPatch, createPatch, type Tree } from '#contract/live/merge-patch';
import type { PublisherReply } from '#contract/live/publisher-messages';
import { readPatch } from '#contract/live/read-document';
import { viewOf } from '#contract/live/view';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import { faults, fullTree, jsonAt, places } from '../../tests/fixtures/live-faults.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await openTestServer();
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(() => server.close());

type Transport = 'ws' | 'tcp';

/** The connection of a recorder. */
interface Line {
  readonly write: (text: string) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** A recorder that sends text as it is, and counts the replies by type. */
class Recorder {
  readonly counts: Partial<Record<PublisherReply['type'], number>> = {};
  #seq = 0;
  #onReady: (seq: number) => void = () => undefined;
  #onRefused: (reason: string) => void = () => undefined;
  readonly #line: Line;
  readonly #token: string;

  constructor(open: (onText: (text: string) => void) => Line, token: string) {
    this.#token = token;
    this.#line = open((text) => {
      const reply: PublisherReply = JSON.parse(text);
      this.counts[reply.type] = (this.counts[reply.type] ?? 0) + 1;
      if (reply.type === 'ready') this.#onReady(reply.seq);
      if (reply.type === 'refused') this.#onRefused(reply.problem.detail ?? '');
    });
  }

  get isOpen(): boolean {
    return this.#line.isOpen();
  }

  /** Sends a snapshot or a patch as JSON. */
  send(type: 'snapshot' | 'patch', json: string): void {
    this.#seq += 1;
    const key = type === 'snapshot' ? 'document' : 'patch';
    this.write(`{"type":"${type}","seq":${this.#seq},"t":0,"${key}":${json}}`);
  }

  write(text: string): void {
    this.#line.write(text);
  }

  /** Resolves once everything that was sent was read; a token that is sent again is answered in order. */
  async settle(): Promise<void> {
    const seq = await new Promise<number>((resolve, reject) => {
      this.#onReady = resolve;
      this.#onRefused = (reason) => reject(new Error(`refused: ${reason}`));
      this.write(JSON.stringify({ type: 'auth', token: this.#token }));
    });
    expect(seq).toBe(this.#seq);
    server.pass(100);
  }

  close(): void {
    this.#line.close();
  }
}

async function connectRecorder(id: string, transport: Transport): Promise<Recorder> {
  const query = { useTcp: String(transport === 'tcp') };
  const { publish } = await server.get('registerLive', { as: `Recorder ${id}`, params: { id }, query });
  if (publish.transport === 'tcp') {
    const socket: Socket = connect(publish.port, '127.0.0.1').setNoDelay();
    const open = (onText: (text: string) => void): Line => {
      // A connection that fails is not open, which the end of the test asks.
      socket.on('error', () => undefined);
      createInterface({ input: socket })
        .on('error', () => undefined)
        .on('line', onText);
      return {
        write: (text) => socket.write(`${text}\n`),
        isOpen: () => socket.writable,
        close: () => socket.destroy(),
      };
    };
    return new Recorder(open, publish.token);
  }
  const client = new LiveClient(`${origin}${addressOf(calls.publishLive, { id })}`);
  await client.opened();
  const { socket } = client;
  const open = (onText: (text: string) => void): Line => {
    socket.on('message', (data) => onText(data.toString()));
    return {
      write: (text) => socket.send(text),
      isOpen: () => socket.readyState === socket.OPEN,
      close: () => socket.close(),
    };
  };
  return new Recorder(open, publish.token);
}

/** A viewer that applies its messages. */
class Viewer {
  tree: Tree = {};
  readonly #client: LiveClient;
  readonly #decoder = new FrameDecoder();

  constructor(id: string, format: 'binary' | 'json') {
    this.#client = new LiveClient(`${origin}${addressOf(calls.watchLive, { id }, { format })}`);
    this.#client.socket.on('message', (data, isBinary) => {
      if (isBinary) this.#decode(data as Buffer);
      else this.#apply(JSON.parse(data.toString()));
    });
  }

  #decode(frame: Buffer): void {
    this.#decoder.decode(frame);
    for (const patch of this.#decoder.drainChanges()) this.tree = applyPatch(this.tree, patch);
  }

  #apply(message: ViewerMessage): void {
    if (message.type === 'delta') this.tree = applyPatch(this.tree, message.patch);
    if (message.type !== 'snapshot') return;
    this.tree = message.document as Tree;
    this.#decoder.reset(this.tree, message.motion);
  }

  opened(): Promise<void> {
    return this.#client.opened();
  }

  async settle(): Promise<void> {
    await this.#client.roundTrip();
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Every fault of a share of the fields, some fields at once. */
function batchesOf(share: number): string[][] {
  return faults.flatMap(([, json], row) => {
    const ofRow = places.filter((_, index) => (index + row) % share === 0).map(({ path }) => jsonAt(path, json));
    return Array.from({ length: Math.ceil(ofRow.length / 5) }, (_, index) => ofRow.slice(index * 5, index * 5 + 5));
  });
}

const brokenTexts = ['{', 'null', '"patch"', '{"type":"patch","patch":{}}', '{"type":"patch","seq":"1"}', '{"type":5}'];

test.each([
  ['ws', 2],
  ['tcp', 8],
] as const)(
  'over %s no fault in a field ends the session: viewers get every document, and the last one is stored',
  async (transport, share) => {
    const id = randomUUID();
    const recorder = await connectRecorder(id, transport);
    await recorder.settle();
    recorder.send('snapshot', JSON.stringify(fullTree));
    await recorder.settle();
    const viewers = [new Viewer(id, 'binary'), new Viewer(id, 'json')];
    await Promise.all(viewers.map((viewer) => viewer.opened()));
    const session = { id, startedAt: (await server.get('getLive', { params: { id } })).startedAt };
    let expected = fullTree;
    const show = async (...patches: string[]) => {
      for (const patch of patches) {
        recorder.send('patch', patch);
        expected = readPatch(expected, JSON.parse(patch), session).tree;
      }
      await recorder.settle();
      for (const viewer of viewers) {
        await viewer.settle();
        const { raceControl: _, ...shown } = viewer.tree;
        expect(shown, patches.join(' ').slice(0, 500)).toEqual(viewOf(expected, 'full'));
      }
    };
    for (const [index, patches] of batchesOf(share).entries()) {
      recorder.write(brokenTexts[index % brokenTexts.length] ?? '');
      await show(...patches);
      await show(JSON.stringify({ ...createPatch(expected, fullTree), trackTemp: index % 50 }));
    }
    // The clock of the server went on for some minutes.
    const { refused, resend, warning = 0 } = recorder.counts;
    expect([recorder.isOpen, refused, resend]).toEqual([true, undefined, undefined]);
    expect(warning).toBeGreaterThan(0);
    expect(warning).toBeLessThanOrEqual(1 + (server.clock.now.getTime() - Date.parse(session.startedAt)) / 60_000);

    recorder.write('{"type":"end","sessionId":"none","extra":1}');
    const read = async () => {
      server.pass(100);
      return (await server.get('getLive', { params: { id } })).sessionId;
    };
    await expect.poll(read).toBeDefined();
    const { drivers, overtakes, trackTemp } = await server.get('getSession', { params: { id: String(await read()) } });
    const detail = toDetail(expected as unknown as LiveDocument);
    expect({ drivers, overtakes, trackTemp }).toEqual({
      drivers: detail.drivers,
      overtakes: detail.overtakes,
      trackTemp: detail.trackTemp,
    });
    await Promise.all(viewers.map((viewer) => viewer.close()));
    recorder.close();
  },
  60_000,
);
