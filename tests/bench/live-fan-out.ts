import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { Message } from '../../server/live/message.ts';
import { freePort } from '../postgres.ts';
import { record } from './live-bytes.ts';
import { feedOf, Stage, Viewers } from './live-stage.ts';
import { alternate, median } from './load.ts';

/** CPU of this process in ms, until the messages have been written. */
async function cpuOf(work: () => void): Promise<number> {
  const before = process.cpuUsage();
  work();
  await sleep(30);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU in µs for a message to one of `count` viewers: the hub's tick, and a plain ws server that sends the same bytes. */
export async function fanOut(count: number): Promise<{ ours: number; plain: number }> {
  const feed = feedOf(50);
  const frames = record(feed, 'full').changes.filter(({ isBinary }) => isBinary);
  const stage = await Stage.open(feed.first);
  const port = await freePort();
  const plain = new WebSocketServer({ port, host: '127.0.0.1', perMessageDeflate: false });
  await once(plain, 'listening');
  const plainUrl = `ws://127.0.0.1:${port}`;
  plain.on('connection', (socket) => {
    for (const text of ['hello', 'snapshot']) socket.send(text);
  });
  const order = { origin: stage.origin, count, slow: 0, comesBack: false, measured: 10 };
  const ourViewers = await new Viewers().connect({ ...order, url: stage.url });
  const plainViewers = await new Viewers().connect({ ...order, url: plainUrl });
  await stage.warmUp(feed.patches.slice(0, 300));
  let [step, frame] = [300, 0];
  const ofHub = async () => {
    let sum = 0;
    for (let message = 0; message < 10; message += 1) {
      await stage.receive(feed.patches[step++ % feed.patches.length] ?? {});
      sum += await cpuOf(() => stage.tick());
    }
    return (sum * 1_000) / 10 / count;
  };
  const ofPlain = async () => {
    let sum = 0;
    for (let message = 0; message < 10; message += 1) {
      const { bytes } = frames[frame++ % frames.length] as Message;
      await sleep(5);
      sum += await cpuOf(() => {
        for (const client of plain.clients) client.send(bytes, { binary: true });
      });
    }
    return (sum * 1_000) / 10 / count;
  };
  const { one, other } = await alternate(9, ofHub, ofPlain);
  await Promise.all([ourViewers.stop(), plainViewers.stop()]);
  plain.close();
  await stage.close();
  return { ours: one, plain: other };
}

/** CPU of the hub's tick in ms at each number of viewers, and how fast it grows: 1 is in step with them. */
export async function growth(counts: readonly number[]): Promise<{ cpu: number[]; slope: number }> {
  const feed = feedOf(40);
  const cpu: number[] = [];
  for (const count of counts) {
    const stage = await Stage.open(feed.first);
    const viewers = await new Viewers().connect({
      url: stage.url,
      origin: stage.origin,
      count,
      slow: 0,
      comesBack: false,
      measured: 10,
    });
    await stage.warmUp(feed.patches.slice(0, 300));
    const times: number[] = [];
    for (const patch of feed.patches.slice(300, 350)) {
      await stage.receive(patch);
      times.push(await cpuOf(() => stage.tick()));
    }
    cpu.push(median(times));
    await viewers.stop();
    await stage.close();
  }
  const points = counts.map((count, index) => ({ x: Math.log(count), y: Math.log(cpu[index] ?? 1) }));
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { cpu, slope };
}
