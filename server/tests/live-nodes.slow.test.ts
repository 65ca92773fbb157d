import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AddressQuery, addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { seqOf } from '#contract/live/frame-head';
import { applyPatch, type Patch, type Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { TestRedis } from '../../tests/redis.ts';
import { LiveClient } from './support/live-client.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const program = TestRedis.find();
if (program === null) console.log('SKIPPED: several servers with one Redis (no redis-server on this machine)');

const drivers = [driver({ carIndex: 3, position: 1, lapDistance: 10, currentLapTime: 1_000 })];
const document = toDocument(upload({ sessionStatus: 2, sessionEndTime: null, trackTemp: 1, drivers }));

describe.skipIf(program === null)('two servers with one Redis', () => {
  let redis: TestRedis;
  let one: TestServer;
  let two: TestServer;
  const origins = new Map<TestServer, string>();
  const clients: LiveClient[] = [];
  /** Time passes on both, but not on one that is stopped. */
  let clock: NodeJS.Timeout;
  const stopped = new Set<TestServer>();

  beforeAll(async () => {
    redis = await TestRedis.open(program ?? '');
  });
  afterAll(() => redis.close());

  async function openNode(over?: TestServer): Promise<TestServer> {
    const limits = { token: 4 };
    const auth = over === undefined ? { limits } : { limits, over };
    const server = await openTestServer({ REDIS_URL: redis.url, TRUST_PROXY: 'on' }, undefined, undefined, auth);
    origins.set(server, (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws'));
    return server;
  }

  beforeEach(async () => {
    one = await openNode();
    two = await openNode(one);
    clock = setInterval(() => {
      for (const server of origins.keys()) if (!stopped.has(server)) server.pass(100);
    }, 20);
  });
  afterEach(async () => {
    clearInterval(clock);
    await Promise.all(clients.splice(0).map((client) => client.close()));
    for (const server of [...origins.keys()].reverse()) await server.close();
    origins.clear();
    stopped.clear();
  });

  function connect(server: TestServer, path: string): LiveClient {
    const client = new LiveClient(`${origins.get(server)}${path}`);
    clients.push(client);
    return client;
  }

  const watch = (server: TestServer, id: string, query: AddressQuery = {}) =>
    connect(server, addressOf(calls.watchLive, { id }, query));

  /** A recorder with its token, on a server. */
  async function record(server: TestServer, id: string, token: string) {
    const client = connect(server, addressOf(calls.publishLive, { id }));
    await client.opened();
    client.send({ type: 'auth', token });
    const ready = await client.nextOf('ready');
    return { client, ready };
  }

  async function startRace(key?: string, delaySeconds = 0) {
    const id = randomUUID();
    const headers: Record<string, string> = key === undefined ? {} : { 'x-session-key': key };
    const query = { delaySeconds };
    const { publish } = await one.get('registerLive', { as: `User ${id}`, params: { id }, query, headers });
    const { client } = await record(one, id, publish.token);
    client.send({ type: 'snapshot', seq: 1, t: 0, document });
    await client.roundTrip();
    return { id, token: publish.token, recorder: client };
  }

  /** The frames that a viewer gets until a value arrives, and the document then. */
  async function follow(viewer: LiveClient, isThere: (tree: Tree) => boolean) {
    const decoder = new FrameDecoder();
    const frames = new Map<number, string>();
    const trees: Tree[] = [];
    let tree: Tree = {};
    while (!isThere(tree)) {
      const message = await viewer.next();
      if (message.type === 'snapshot') {
        tree = message.document;
        decoder.reset(tree, message.motion);
      }
      if (message.type === 'frame') {
        decoder.decode(message.frame);
        tree = decoder.drainChanges().reduce(applyPatch, tree);
        frames.set(seqOf(message.frame), message.frame.toString('hex'));
      }
      trees.push(tree);
    }
    return { frames, tree, trees };
  }

  const warm = (trackTemp: number) => (tree: Tree) => tree['trackTemp'] === trackTemp;

  async function publish(recorder: LiveClient, from: number, count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) {
      const seq = from + step;
      const patch: Patch = { trackTemp: seq % 100, drivers: { 3: { lapDistance: 10 + seq * 8 } } };
      recorder.send({ type: 'patch', seq, t: seq, patch });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  test('viewers of both get the same bytes, and lists the same session', async () => {
    const { id, recorder } = await startRace();
    const viewers = [watch(one, id), watch(two, id), watch(two, id, { view: 'table' })];
    for (const viewer of viewers) await viewer.nextOf('hello');
    const followed = viewers.map((viewer) => follow(viewer, warm(40)));
    await publish(recorder, 2, 39);
    const [here, there, table] = await Promise.all(followed);
    const common = [...(there?.frames.keys() ?? [])].filter((seq) => here?.frames.has(seq));
    expect(common.length).toBeGreaterThan(5);
    for (const seq of common) expect(there?.frames.get(seq)).toBe(here?.frames.get(seq));
    expect(there?.tree).toEqual(here?.tree);
    expect(there?.tree).toMatchObject({ trackTemp: 40, drivers: { 3: { lapDistance: 330 } } });
    expect(table?.tree).toMatchObject({ trackTemp: 40, drivers: { 3: { name: 'Ada Okoro' } } });
    await expect.poll(async () => (await two.get('listLive')).map((summary) => summary.id)).toContain(id);
    const shown = { leaderName: 'Ada Okoro', state: 'live' };
    await expect.poll(() => two.get('getLive', { params: { id } })).toMatchObject(shown);
  });

  test('when one is gone, recorder and viewers go on at the other, and no row goes back', async () => {
    const { id, token, recorder } = await startRace();
    const [moved, stays] = [watch(one, id), watch(two, id)];
    await moved.nextOf('snapshot');
    const followed = follow(stays, warm(60));
    await publish(recorder, 2, 49);
    await new Promise((resolve) => setTimeout(resolve, 400));
    // A killed server sends nothing more, and its connections are gone.
    stopped.add(one);
    for (const client of [recorder, moved]) client.socket.terminate();
    const again = await record(two, id, token);
    expect(again.ready.epoch).toBe(2);
    again.client.send({ type: 'snapshot', seq: 51, t: 0, document: { ...document, trackTemp: 51 } });
    await again.client.roundTrip();
    const back = follow(watch(two, id), warm(60));
    await publish(again.client, 52, 9);
    const [here, there] = await Promise.all([followed, back]);
    expect(here.tree).toEqual(there.tree);
    const temperatures = here.trees.map((tree) => Number(tree['trackTemp'] ?? 0)).filter((value) => value < 100);
    expect(temperatures.slice(1)).toEqual([...temperatures.slice(1)].sort((left, right) => left - right));
  });

  test('a viewer with a delay who comes to the other is shown the last minutes and the end, never ahead of its time', async () => {
    const delaySeconds = 30;
    const { id, recorder } = await startRace(undefined, delaySeconds);
    const startedAt = one.clock.now.getTime();
    const pace = 2_000;
    /** The recorder says by the temperature what time it is. */
    const clockOf = () => Math.floor((one.clock.now.getTime() - startedAt) / pace);
    let seq = 1;
    const publishing = setInterval(() => {
      seq += 1;
      recorder.send({ type: 'patch', seq, t: seq, patch: { trackTemp: clockOf() % 60 } });
    }, 200);
    const delay = 10;
    const expectPast = (server: TestServer, given: number) =>
      follow(watch(server, id, { delay, format: server === two ? 'binary' : 'json' }), (tree) => {
        const shown = tree['trackTemp'];
        if (shown === undefined) return false;
        // Temperatures repeat every two minutes.
        const behind = (((given - Number(shown)) % 60) + 60) % 60;
        expect(behind).toBeGreaterThanOrEqual(((delay + delaySeconds) * 1_000) / pace - 2);
        return true;
      });
    try {
      await follow(watch(one, id), (tree) => Number(tree['trackTemp']) >= 12);
      for (const server of [two, one]) await expectPast(server, clockOf());
    } finally {
      clearInterval(publishing);
    }
    const endedAt = one.clock.now.getTime() + delaySeconds * 1_000;
    recorder.send({ type: 'end' });
    await recorder.closed;
    // No viewer has kept it open at the other.
    const three = await openNode(one);
    three.clock.now = one.clock.now;
    const viewer = watch(three, id, { delay });
    await expectPast(three, clockOf());
    three.step(endedAt + (delay - 2) * 1_000 - three.clock.now.getTime());
    await viewer.nextOf('ended');
    expect(three.clock.now.getTime()).toBeGreaterThanOrEqual(endedAt + delay * 1_000);
  });

  test('a session that has ended at one and is registered again at the other runs at both', async () => {
    const { id, recorder } = await startRace();
    const late = watch(one, id, { delay: 10 });
    await late.nextOf('hello');
    recorder.send({ type: 'end' });
    await recorder.closed;
    const { publish } = await two.get('registerLive', { as: `User ${id}`, params: { id } });
    const again = await record(two, id, publish.token);
    again.client.send({ type: 'snapshot', seq: 1, t: 0, document: { ...document, trackTemp: 40 } });
    await again.client.roundTrip();
    await expect.poll(async () => (await one.get('getLive', { params: { id } })).state).toBe('live');
    for (const server of [one, two]) expect((await follow(watch(server, id), warm(40))).tree).toBeDefined();
    // Who watches the first one with a delay sees its end.
    expect((await late.nextOf('ended')).sessionId).not.toBeNull();
  });

  test('the lists of both have a session with a delay until its end is shown, and no longer', async () => {
    const { id, recorder } = await startRace(undefined, 10);
    const isListed = async (server: TestServer) => (await server.get('listLive')).some((listed) => listed.id === id);
    await expect.poll(() => isListed(two)).toBe(true);
    const viewer = watch(one, id);
    recorder.send({ type: 'end' });
    await recorder.closed;
    expect(await isListed(two)).toBe(true);
    await viewer.nextOf('ended');
    await expect.poll(() => isListed(two)).toBe(false);
  });

  test('a ticket of one opens the session at the other, once', async () => {
    const key = 'canary-of-the-pit-wall';
    const { id } = await startRace(key);
    const headers = { 'x-session-key': key };
    const { ticket } = await two.get('createTicket', { params: { id }, headers });
    expect((await watch(two, id).closed).code).toBe(4_403);
    expect((await watch(one, id, { ticket }).next()).type).toBe('hello');
    for (const server of [one, two]) expect((await watch(server, id, { ticket }).closed).code).toBe(4_403);
  });

  test('a recorder that is removed at one is cut at the other within a minute, and cannot come back', async () => {
    const id = randomUUID();
    const as = `User ${id}`;
    const { code } = await two.get('createPairingCode', { as });
    const rig = await one.get('pairRecorder', { body: { code, name: 'Rig' } });
    const headers = { authorization: `Bearer ${rig.token}` };
    const { publish: registered } = await one.get('registerLive', { headers, params: { id } });
    const { client } = await record(one, id, registered.token);
    client.send({ type: 'snapshot', seq: 1, t: 0, document });
    await client.roundTrip();
    const removedAt = one.clock.now.getTime();
    expect((await two.call('deleteRecorder', { as, params: { id: rig.id } })).statusCode).toBe(204);
    await client.closed;
    expect(one.clock.now.getTime() - removedAt).toBeLessThan(60_000);
    for (const server of [one, two]) {
      expect((await server.call('registerLive', { headers, params: { id } })).statusCode).toBe(401);
      const again = connect(server, addressOf(calls.publishLive, { id }));
      await again.opened();
      again.send({ type: 'auth', token: registered.token });
      expect(await again.nextOf('refused')).toMatchObject({ problem: { status: 401 } });
    }
  });

  test('sign-ins count together', async () => {
    const statuses: number[] = [];
    for (const server of [one, two, one, two, one, two]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        headers: { 'x-forwarded-for': '203.0.113.5' },
        payload: { email: 'nobody@x.test', password: 'wrong horse 9' },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429]);
  });

  test('while Redis is gone both go on with what they have and say so, and then go on together', async () => {
    const { id, recorder } = await startRace();
    const [here, there] = [watch(one, id), watch(two, id)];
    await there.nextOf('snapshot');
    await here.nextOf('snapshot');
    const sharing = async (server: TestServer) => (await server.app.inject({ url: '/readyz' })).json();
    expect(await sharing(two)).toMatchObject({ status: 'ready', redis: 'ok' });
    await redis.kill();
    await publish(recorder, 2, 10);
    for (const server of [one, two]) {
      await expect.poll(() => sharing(server)).toMatchObject({ status: 'ready', redis: 'lost' });
    }
    await there.nextOf('recorderLost');
    expect((await follow(watch(one, id), warm(11))).tree).toMatchObject({ trackTemp: 11 });
    await redis.start();
    const followed = follow(watch(two, id), warm(30));
    await there.nextOf('recorderBack');
    await publish(recorder, 12, 19);
    expect((await followed).tree).toMatchObject({ trackTemp: 30, drivers: { 3: { lapDistance: 250 } } });
  });
});
