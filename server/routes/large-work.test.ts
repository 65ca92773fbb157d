import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { createSession } from '#contract/calls/edit-session';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { compressDetail, decompressDetail } from '../domain/session-detail.ts';
import { RequestBodies } from '../http/limits/request-bodies.ts';
import { BodyReader } from './body-reader.ts';
import { LargeWork } from './large-work.ts';

const work = new LargeWork();
const reader = new BodyReader(new RequestBodies(), work);
afterAll(() => work.close());

/** A session of 1 MB for every ten drivers. */
function sessionOf(drivers: number): Buffer {
  const lap = { sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const lapTimes = Array.from({ length: 1_000 }, (_, index) => ({ ...lap, lapTime: 80_000 + index }));
  const session = upload({ drivers: Array.from({ length: drivers }, (_, carIndex) => driver({ carIndex, lapTimes })) });
  return Buffer.from(JSON.stringify(session));
}

/** The share of the time that the event loop is busy during some work. */
async function busyDuring<Outcome>(run: () => Promise<Outcome>): Promise<{ busy: number; outcome: Outcome }> {
  const before = performance.eventLoopUtilization();
  const outcome = await run();
  return { busy: performance.eventLoopUtilization(before).utilization, outcome };
}

test('the event loop is idle while drivers of a session of 6 MB are renamed', async () => {
  const detail = await compressDetail(sessionOf(60).toString());
  await work.rename(detail, []);
  const { busy, outcome } = await busyDuring(() => work.rename(detail, [[59, 'Zoë']]));
  expect(busy).toBeLessThan(0.3);
  const { drivers } = JSON.parse((await decompressDetail(outcome)).toString());
  expect([drivers.length, drivers[58].name, drivers[59].name]).toEqual([60, driver({}).name, 'Zoë']);
}, 60_000);

test('the event loop is idle while a session of 6 MB is read, and only what is stored returns from the thread', async () => {
  const [first, body] = [sessionOf(1), sessionOf(60)];
  const options = { hasKey: false, client: { key: 'one' } };
  await reader.read(createSession, { body: first, url: '/' }, options);
  const { busy, outcome: read } = await busyDuring(() => reader.read(createSession, { body, url: '/' }, options));
  expect(busy).toBeLessThan(0.3);
  const { detail, ...others } = read.prepared as { detail: Uint8Array };
  expect(others).toMatchObject({ driverLaps: 60_000, columns: { internalSessionId: '1' } });
  const isSmall = detail.length < 1_000_000 && JSON.stringify(others).length < 100_000;
  expect([read.body, isSmall]).toEqual([undefined, true]);
}, 60_000);
