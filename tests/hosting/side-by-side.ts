// npx tsx tests/hosting/side-by-side.ts OLD NEW [MINUTES]: a rolling update. OLD and NEW are folders of releases, or clones that
// are built. The newer one starts on the PostgreSQL database of the older one while members write there; then both work on.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../bench/load.ts';
import { findPostgres, startPostgres } from '../postgres.ts';
import { TestRedis } from '../redis.ts';
import { FolderServer } from './folder-server.ts';
import { LeagueMembers } from './league-members.ts';

const [old, next, minutes = '10'] = process.argv.slice(2);
const binaries = findPostgres();
if (old === undefined || next === undefined || binaries === null) {
  console.error('usage: npx tsx tests/hosting/side-by-side.ts OLD NEW [MINUTES], with PostgreSQL on this machine');
  process.exit(2);
}
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'pitboard-side-')));
const [oldData = '', newData = ''] = folders;
const postgres = await startPostgres(binaries);
const redisProgram = TestRedis.find();
const redis = redisProgram === null ? null : await TestRedis.open(redisProgram);
const publicUrl = 'http://pitboard.test';
const env = {
  DATABASE_URL: postgres.url,
  ...(redis === null ? {} : { REDIS_URL: redis.url }),
  ...{ PUBLIC_URL: publicUrl, CONFIRM_EMAIL: 'off', TRUST_PROXY: 'on', DEMO: 'on' },
};
const servers: FolderServer[] = [];
let isFine = false;
try {
  const first = await FolderServer.start({ folder: old, dataDir: oldData, env });
  servers.push(first);
  const origins = [first.origin];
  const load = { origins, dataDir: oldData, publicUrl, members: 12, pause: 4_000, hasLongRaces: false };
  const members = new LeagueMembers(load);
  await members.join();
  const work = members.work(performance.now() + Number(minutes) * 60_000);
  copyFileSync(join(oldData, 'keys.json'), join(newData, 'keys.json'));
  const second = await FolderServer.start({ folder: next, dataDir: newData, env });
  servers.push(second);
  origins.push(second.origin);
  console.log(
    `the newer one listens after ${(second.startTime / 1_000).toFixed(1)} s, ${members.times.length} requests`,
  );
  await work;
  await members.verify();
  const { times, faults, stale, lost, writes } = members;
  const part = (share: number) => `${quantile(times, share).toFixed(0)} ms`;
  console.log(
    [
      `${minutes} minutes, Redis ${redis === null ? 'off' : 'on'}: ${times.length} requests, ${writes} writes`,
      `p50 ${part(0.5)}, p99 ${part(0.99)}, longest ${part(1)}`,
      `${faults.length} failed, ${stale.length} stale, ${lost.length} lost`,
      ...[...faults, ...stale, ...lost].slice(0, 20),
      ...servers.map(({ log }) => log.split('\n').slice(-15).join('\n')),
    ].join('\n'),
  );
  isFine = writes > 0 && faults.length + stale.length + lost.length === 0;
} finally {
  for (const server of servers) console.log(`ended with ${await server.stop()}`);
  await redis?.close();
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);
