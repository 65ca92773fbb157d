import { getTableName } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retention, retentionTime } from '#contract/values/retention';
import {
  authUsers,
  flows,
  invites,
  logins,
  mailTokens,
  pendingSignUps,
  refreshTokens,
  wrongCodes,
} from '../storage/auth-tables.ts';
import { expiring } from '../storage/expired-rows.ts';
import {
  deletedUsers,
  deletions,
  deliveries,
  events,
  idempotencyKeys,
  invitations,
  leagueLog,
  leagues,
  livePast,
  liveSessions,
  notices,
  pairingCodes,
  seasons,
  sectionEditors,
  sessions,
  sessionVersions,
} from '../storage/tables.ts';
import { borrowDatabase } from '../tests/support/databases.ts';
import { deleteExpired, type RetentionRun } from './retention.ts';

let database: Awaited<ReturnType<typeof borrowDatabase>>;
beforeEach(async () => {
  database = await borrowDatabase();
});
afterEach(() => database.giveBack());

const now = new Date('2026-11-22T20:00:00.000Z');
const longAgo = '2020-01-01T00:00:00.000Z';
const recently = now.toISOString();
const [user, signIn, session, league, season, live] = [v7(), v7(), v7(), v7(), v7(), v7()];

const userRow = { userMetadata: {}, createdAt: longAgo, updatedAt: longAgo, emailConfirmedAt: longAgo };
const signInRow = { userId: user, methods: [], createdAt: longAgo, refreshedAt: recently };
const tokenRow = { loginId: signIn, isRevoked: true, createdAt: longAgo };
const detail = new Uint8Array();
const sessionRow = {
  ...{ id: session, userId: user, version: 1, createdAt: longAgo, internalSessionId: '1', sessionStartTime: longAgo },
  ...{ trackId: 1, sessionType: 1, sessionStatus: 1, isMultiplayer: false, podium: [], driverLaps: 0, detail },
};
const leagueTimes = { createdAt: longAgo, updatedAt: longAgo };
const leagueRow = { id: league, ownerId: user, version: 1, name: 'Sunday', isPublic: true, ...leagueTimes };
const seasonRow = { id: season, ownerId: user, version: 1, name: 'Cup', ...leagueTimes };
const liveRow = { id: live, userId: user, epoch: 1, tokenHash: '', delaySeconds: 0, startedAt: longAgo, seq: 0 };
const versionRow = { sessionId: session, reason: 'replaced', columns: {}, drivers: [], detail };

/** For each table: a row of it with this time. */
const rowAt: Readonly<Record<string, (at: string) => Record<string, unknown>>> = {
  [getTableName(deletedUsers)]: (deletedAt) => ({ userId: v7(), deletedAt }),
  [getTableName(pairingCodes)]: (expiresAt) => ({ userId: v7(), hash: v7(), expiresAt }),
  [getTableName(invites)]: (expiresAt) => ({ id: v7(), hash: v7(), createdAt: longAgo, expiresAt }),
  [getTableName(invitations)]: (expiresAt) => ({
    ...{ id: v7(), leagueId: league, tokenHash: v7(), roles: ['steward'], madeBy: user, expiresAt, left: 1 },
  }),
  [getTableName(sectionEditors)]: (at) => ({ entityId: v7(), userId: user, section: 'events', seenAt: at }),
  [getTableName(leagueLog)]: (at) => ({ id: v7(), leagueId: league, at, authorId: user, action: 'updateLeague' }),
  [getTableName(mailTokens)]: (createdAt) => ({
    ...{ userId: user, kind: createdAt, hash: v7(), codeHash: '', createdAt },
  }),
  [getTableName(flows)]: (createdAt) => ({
    ...{ id: v7(), userId: user, challenge: '', isHashed: false, method: '', createdAt },
  }),
  [getTableName(wrongCodes)]: (lastAt) => ({ key: v7(), count: 1, lastAt }),
  [getTableName(pendingSignUps)]: (createdAt) => ({
    ...{ hash: v7(), kind: 'signup', address: 'a@x.test', codeHash: '', userMetadata: {}, createdAt },
  }),
  [getTableName(authUsers)]: (createdAt) => ({ ...userRow, id: v7(), emailConfirmedAt: null, createdAt }),
  [getTableName(liveSessions)]: (endedAt) => ({
    ...liveRow,
    id: v7(),
    endedAt,
  }),
  [getTableName(livePast)]: (at) => ({ liveId: live, at, document: detail }),
  [getTableName(deletions)]: (deletedAt) => ({
    ...{ id: v7(), userId: user, kind: 'season', entityId: v7(), name: '', rows: {}, deletedAt },
  }),
  [getTableName(leagues)]: (deletedAt) => ({ ...leagueRow, id: v7(), deletedAt }),
  [getTableName(events)]: (deletedAt) => ({ id: v7(), seasonId: season, ordinal: 0, track: 1, deletedAt }),
  [getTableName(seasons)]: (deletedAt) => ({ ...seasonRow, id: v7(), deletedAt }),
  [getTableName(sessions)]: (deletedAt) => ({ ...sessionRow, id: v7(), internalSessionId: v7(), deletedAt }),
  [getTableName(sessionVersions)]: (storedAt) => ({ ...versionRow, id: v7(), storedAt }),
  [getTableName(notices)]: (at) => ({
    ...{
      id: v7(),
      userId: user,
      kind: 'newEntry',
      subject: v7(),
      seasonId: season,
      path: '/',
      count: 1,
      at,
      expiresAt: at,
    },
  }),
  [getTableName(deliveries)]: (settledAt) => ({
    ...{ id: v7(), leagueId: league, kind: 'test', subject: v7(), title: '', content: '', state: 'sent', attempts: 1 },
    ...{ createdAt: longAgo, nextAttemptAt: longAgo, expiresAt: longAgo, settledAt },
  }),
  [getTableName(idempotencyKeys)]: (createdAt) => ({ userId: user, key: v7(), request: '', createdAt }),
  [getTableName(logins)]: (refreshedAt) => ({ ...signInRow, id: v7(), refreshedAt }),
  [getTableName(refreshTokens)]: (updatedAt) => ({ ...tokenRow, hash: v7(), updatedAt }),
};

const insert = (table: (typeof expiring)[number]['time']['table'], rows: readonly object[]) =>
  database.storage.transaction(async (transaction) => {
    await transaction.insert(table).values([...rows]);
  });

/** Rows that others belong to, and that stay. */
async function insertOwners(): Promise<void> {
  await insert(authUsers, [{ ...userRow, id: user }]);
  await insert(logins, [{ ...signInRow, id: signIn }]);
  await insert(sessions, [sessionRow]);
  await insert(leagues, [leagueRow]);
  await insert(seasons, [seasonRow]);
  await insert(liveSessions, [liveRow]);
}

const dependencies = (elapsed = () => 0) => ({
  storage: database.storage,
  now: () => now,
  elapsed,
  pause: async () => undefined,
});

const countOf = (table: (typeof expiring)[number]['time']['table']) => database.storage.database.$count(table);

test('everything that is said to be deleted is looked for', () => {
  expect([...new Set(expiring.map(({ retained }) => retained))].sort()).toEqual(Object.keys(retention).sort());
});

test('what has expired goes and what has not stays, in every table', async () => {
  await insertOwners();
  const at = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const owned: Record<string, number> = {};
  for (const {
    time: { table },
    retained,
  } of expiring) {
    const make = rowAt[getTableName(table)];
    owned[getTableName(table)] = await countOf(table);
    await insert(
      table,
      [1_000, -1_000].map((past) => make?.(at(retentionTime(retained) + past)) ?? {}),
    );
  }
  expect(await deleteExpired(dependencies())).toEqual({ deleted: expiring.length, isDone: true, next: 0, finished: 0 });
  for (const {
    time: { table },
  } of expiring)
    expect([getTableName(table), await countOf(table)]).toEqual([
      getTableName(table),
      (owned[getTableName(table)] ?? 0) + 1,
    ]);
});

test('what still counts stays however old it is: active tokens, running races, confirmed users', async () => {
  await insertOwners();
  const { endedAt: _, ...running } = rowAt[getTableName(liveSessions)]?.(longAgo) ?? {};
  await insert(liveSessions, [running]);
  await insert(refreshTokens, [{ ...tokenRow, hash: v7(), updatedAt: longAgo, isRevoked: false }]);
  expect(await deleteExpired(dependencies())).toEqual({ deleted: 0, isDone: true, next: 0, finished: 0 });
});

test('a run ends when its time is used up, and the next one goes on', async () => {
  await insertOwners();
  const rows = Array.from({ length: 500 }, () => rowAt[getTableName(refreshTokens)]?.(longAgo) ?? {});
  await insert(refreshTokens, rows);
  let time = 0;
  // Every look at the clock is 36 ms later: a transaction takes that long, and the next one has fewer rows.
  const slow = () => {
    time += 36;
    return time;
  };
  let run = await deleteExpired(dependencies(slow));
  expect(run).toMatchObject({ isDone: false, next: 0, finished: 0 });
  expect(await countOf(refreshTokens)).toBe(500 - run.deleted);
  const deletedBy: number[] = [];
  for (; !run.isDone && deletedBy.length < 100; deletedBy.push(run.deleted))
    run = await deleteExpired({ ...dependencies(slow), from: run });
  expect([run.isDone, await countOf(refreshTokens)]).toEqual([true, 0]);
  expect(deletedBy.filter((deleted) => deleted > 0).length).toBeGreaterThan(1);
});

test('on a slow database every table has its turn: the next run begins with the first that had none', async () => {
  await insertOwners();
  let time = 0;
  const slow = () => {
    time += 120;
    return time;
  };
  const begun = await deleteExpired(dependencies(slow));
  const waiting = expiring[begun.next];
  expect(begun).toEqual({ deleted: 0, isDone: false, next: 6, finished: 6 });
  const make = rowAt[getTableName(waiting?.time.table ?? refreshTokens)];
  await insert(waiting?.time.table ?? refreshTokens, [make?.(longAgo) ?? {}]);
  expect(await deleteExpired({ ...dependencies(slow), from: begun })).toMatchObject({ deleted: 1 });
});

test('on a slow database all tables are looked through in several runs, once for what is left of each', async () => {
  await insertOwners();
  let time = 0;
  const slow = () => {
    time += 60;
    return time;
  };
  const first = await deleteExpired(dependencies(slow));
  expect(first).toEqual({ deleted: 0, isDone: false, next: 14, finished: 14 });
  expect(await deleteExpired({ ...dependencies(slow), from: first })).toMatchObject({ deleted: 0, isDone: true });
  // A table that has more than a run can delete begins the round anew.
  const rows = Array.from({ length: 400 }, () => rowAt[getTableName(refreshTokens)]?.(longAgo) ?? {});
  await insert(refreshTokens, rows);
  const some = await deleteExpired({ ...dependencies(slow), from: first });
  expect(some).toMatchObject({ isDone: false, next: 0, finished: 0 });
  expect(some.deleted).toBeLessThan(400);
  let run = some;
  for (let count = 0; !run.isDone && count < 20; count += 1)
    run = await deleteExpired({ ...dependencies(slow), from: run });
  expect([run.isDone, await countOf(refreshTokens)]).toEqual([true, 0]);
});

test('a run has no transaction that could end after its time, were it twice as long as any before it', async () => {
  await insertOwners();
  const rows = Array.from({ length: 400 }, () => rowAt[getTableName(refreshTokens)]?.(longAgo) ?? {});
  await insert(refreshTokens, rows);
  const times: number[] = [];
  let clock = 0;
  let looks = 0;
  // Each transaction takes up to twice as long as the one before it.
  const elapsed = () => {
    looks += 1;
    if (looks % 2 === 1) return clock;
    times.push(Math.min(300, 10 * 2 ** times.length));
    clock += times.at(-1) ?? 0;
    return clock;
  };
  const run = await deleteExpired(dependencies(elapsed));
  expect(times).toEqual([10, 20, 40, 80, 160, 300]);
  expect([run.isDone, clock]).toEqual([false, 610]);
});

test('of several servers one deletes', async () => {
  await insertOwners();
  const rows = Array.from({ length: 300 }, () => rowAt[getTableName(idempotencyKeys)]?.(longAgo) ?? {});
  await insert(idempotencyKeys, rows);
  const from = { next: 3, finished: 2 };
  let other: RetentionRun | null = null;
  // The other one begins in a pause of this one.
  const pause = async () => {
    other ??= await deleteExpired({ ...dependencies(), from });
  };
  expect((await deleteExpired({ ...dependencies(), from, pause })).isDone).toBe(true);
  expect(other).toEqual({ ...from, deleted: 0, isDone: false });
  expect(await countOf(idempotencyKeys)).toBe(0);
});
