import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { LargeBodies } from '../http/large-bodies.ts';
import { BodyReader } from './body-reader.ts';

const reader = new BodyReader(new LargeBodies());
afterAll(() => reader.close());

/** A session of 1 MB for every ten drivers. */
function sessionOf(drivers: number): Buffer {
  const lap = { sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const lapTimes = Array.from({ length: 1_000 }, (_, index) => ({ ...lap, lapTime: 80_000 + index }));
  const session = upload({ drivers: Array.from({ length: drivers }, (_, carIndex) => driver({ carIndex, lapTimes })) });
  return Buffer.from(JSON.stringify(session));
}

test('the event loop is idle while a session of 6 MB is read, and only what is stored returns from the thread', async () => {
  const [first, body] = [sessionOf(1), sessionOf(60)];
  const raw = new IncomingMessage(new Socket());
  await reader.read('createSession', { body: first, raw, url: '/' }, false);
  const before = performance.eventLoopUtilization();
  const read = await reader.read('createSession', { body, raw, url: '/' }, false);
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
  const { detail, ...others } = read.prepared as { detail: Uint8Array };
  expect(others).toMatchObject({ driverLaps: 60_000, columns: { internalSessionId: '1' } });
  const isSmall = detail.length < 1_000_000 && JSON.stringify(others).length < 100_000;
  expect([read.body, isSmall]).toEqual([undefined, true]);
}, 60_000);
