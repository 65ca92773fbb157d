// npx tsx tests/hosting/least-memory.ts FOLDER MEGABYTES [MINUTES] [DEMO]: a release on the embedded database, with no more
// memory than that, while members of leagues write, viewers follow the live race, and pictures are drawn.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { quantile } from '../bench/load.ts';
import { FolderServer } from './folder-server.ts';
import { LeagueMembers } from './league-members.ts';
import { MemoryLimit } from './memory-limit.ts';

const viewersOfRace = 30;

/** Viewers of the live race of the demo; returns the number of messages that they got. */
function watch(origin: string, ids: readonly string[]): () => number {
  let messages = 0;
  for (let index = 0; index < viewersOfRace && ids.length > 0; index += 1) {
    const client = new LiveClient(`${origin.replace('http', 'ws')}/api/LiveSession/ws/${ids[index % ids.length]}`);
    client.socket.on('message', () => (messages += 1));
    // Races end: what is followed then is the next one.
    client.socket.on('error', () => undefined);
  }
  return () => messages;
}

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  await response.arrayBuffer();
  return response.status;
}

/** Pages, pictures and files of what is public. */
async function visit(origin: string, until: number, bad: string[]): Promise<number> {
  const sessions = (await (await fetch(`${origin}/api/Sessions`)).json()) as { id: string }[];
  const seasons = (await (await fetch(`${origin}/api/Seasons`)).json()) as { id: string }[];
  const paths = [
    '/',
    '/readyz',
    '/leagues',
    ...sessions.slice(0, 5).flatMap(({ id }) => [`/sessions/${id}`, `/api/Sessions/session/${id}`]),
    ...sessions.slice(0, 5).map(({ id }) => `/api/Sessions/session/${id}/picture`),
    ...seasons.slice(0, 3).flatMap(({ id }) => [`/api/Seasons/${id}/picture`, `/api/Seasons/${id}/csv`]),
  ];
  let count = 0;
  while (performance.now() < until) {
    const path = paths[count % paths.length];
    const status = await statusOf(origin + path).catch((error: unknown) => String(error));
    if (status !== 200) bad.push(`${path}: ${status}`);
    count += 1;
    await sleep(1_000);
  }
  return count;
}

const [folder, megabytes, minutes = '60', demo = 'on'] = process.argv.slice(2);
if (folder === undefined || megabytes === undefined) {
  console.error('usage: npx tsx tests/hosting/least-memory.ts FOLDER MEGABYTES [MINUTES] [DEMO]');
  process.exit(2);
}
const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-memory-'));
const limit = MemoryLimit.create(Number(megabytes));
let isFine = false;
try {
  const env = { SMTP_URL: 'off', TRUST_PROXY: 'on', DEMO: demo, MALLOC_ARENA_MAX: '2' };
  const server = await FolderServer.start({ folder, dataDir, env, through: limit.through });
  console.log(
    `first start under ${megabytes} MB: ${(server.startTime / 1_000).toFixed(1)} s, ${server.peak.toFixed(0)} MB`,
  );
  const { origin } = server;
  const members = new LeagueMembers({
    origins: [origin],
    dataDir,
    publicUrl: origin,
    members: 8,
    pause: 20_000,
    hasLongRaces: true,
  });
  await members.join();
  const live = (await (await fetch(`${origin}/api/LiveSession/all`)).json()) as { id: string }[];
  const messages = watch(
    origin,
    live.map(({ id }) => id),
  );
  const until = performance.now() + Number(minutes) * 60_000;
  const bad: string[] = [];
  const timer = setInterval(() => {
    console.log(
      `${new Date().toISOString()} ${server.isRunning ? `${server.peak.toFixed(0)} MB at most` : 'ended'}, ${members.times.length} requests`,
    );
  }, 300_000).unref();
  const [visits] = await Promise.all([visit(origin, until, bad), members.work(until)]);
  clearInterval(timer);
  await members.verify();
  const peak = server.isRunning ? server.peak : Number.NaN;
  const { times, faults, stale, lost, writes } = members;
  const part = (share: number) => `${quantile(times, share).toFixed(0)} ms`;
  console.log(
    [
      `${minutes} minutes under ${megabytes} MB, demo ${demo}: ${server.isRunning ? 'alive' : 'ENDED'}`,
      `process at most ${peak.toFixed(0)} MB, group ${limit.peak.toFixed(0)} MB, ${limit.reclaims} reclaims`,
      `${times.length} requests of members, ${writes} writes, ${visits} visits, ${messages()} live messages`,
      `p50 ${part(0.5)}, p99 ${part(0.99)}, longest ${part(1)}`,
      `${faults.length} failed, ${bad.length} bad visits, ${stale.length} stale, ${lost.length} lost`,
      ...[...faults, ...bad, ...stale, ...lost].slice(0, 10),
    ].join('\n'),
  );
  const how = server.isRunning ? await server.stop() : await server.ended;
  console.log(`ended with ${how}\n${server.log.split('\n').slice(-8).join('\n')}`);
  isFine = how === 0 && faults.length + bad.length + stale.length + lost.length === 0;
} finally {
  limit.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
// Connections of viewers may still be open.
process.exit(isFine ? 0 : 1);
