import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { driver, upload } from '../fixtures/session.ts';
import { Folders, ServerProcess } from './server-process.ts';

const rounds = process.env.PITBOARD_LONG === undefined ? 1 : 200;
const folders = new Folders();
afterEach(() => folders.remove());

/** Uploads on several connections, and kills the server so many ms after an upload was acknowledged. Returns their ids. */
async function uploadUntilKilled(server: ServerProcess, first: number, delay: number): Promise<string[]> {
  const token = await server.token('Ann');
  const acknowledged: string[] = [];
  let next = first;
  const uploadAll = async () => {
    for (;;) {
      next += 1;
      const drivers = Array.from({ length: 20 }, (_, carIndex) => driver({ carIndex, name: `Driver ${carIndex}` }));
      const body = upload({ internalSessionId: String(next), drivers });
      const reply = await server.send('POST', '/api/Sessions', { token, body }).catch(() => null);
      if (reply === null) return;
      if (reply.status === 200) acknowledged.push(reply.body.id);
    }
  };
  const load = Promise.all([uploadAll(), uploadAll(), uploadAll()]);
  while (acknowledged.length === 0 && server.isRunning) await sleep(5);
  await sleep(delay);
  await server.end('SIGKILL');
  await load;
  return acknowledged;
}

test(`a server that is killed at ${rounds} moments loses no acknowledged upload and stores none in half`, async () => {
  const dataDir = folders.createData();
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await ServerProcess.start({ dataDir });
    expect(server.log).toContain('Pitboard is on');
    for (const id of acknowledged.slice(-50)) {
      const { status, body } = await server.send('GET', `/api/Sessions/session/${id}`);
      expect([id, status, body.drivers?.length]).toEqual([id, 200, 20]);
    }
    // Other moments in each round, the same ones in each run.
    acknowledged.push(...(await uploadUntilKilled(server, round * 10_000, (round * 137) % 600)));
  }
  const server = await ServerProcess.start({ dataDir });
  for (const id of acknowledged) expect((await server.send('GET', `/api/Sessions/session/${id}`)).status).toBe(200);
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds);
  expect(await server.end('SIGTERM')).toBe(0);
}, 2_400_000);
