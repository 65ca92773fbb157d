import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrationsFolder } from './migrations.ts';
import { openPostgres } from './open-storage.ts';

const cluster = process.env.TEST_DATABASE_URL;

/** Runs the migrations before one of them, as the release before it did. */
async function migrateBefore(client: pg.Client, tag: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    const tags: string[] = journal.entries.map((entry: { tag: string }) => entry.tag);
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, tags.indexOf(tag)) }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(cluster === undefined)('a migration while a server of the release before writes', () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(cluster ?? 'postgres://127.0.0.1');
  url.pathname = `/${name}`;
  const clients: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    clients.push(client);
    await client.connect();
    return client;
  };
  afterAll(async () => {
    for (const client of clients.slice(1)) await client.end();
    await clients[0]?.query(`drop database if exists ${name} with (force)`);
    await clients[0]?.end();
  });

  test('it lets a transaction end that has one table and needs another, and then runs', async () => {
    const admin = await connect(cluster ?? '');
    await admin.query(`create database ${name}`);
    const writer = await connect(url.toString());
    const watcher = await connect(url.toString());
    // It makes a function, and then its indexes on tables of sessions, users and leagues.
    await migrateBefore(watcher, '0030_folded-search');

    await writer.query("begin; update seasons set name = name; insert into leases values ('test', 'test', now())");
    const opened = openPostgres(url.toString());
    const waiting = `select from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = current_database()`;
    while ((await watcher.query(waiting)).rowCount === 0);
    await writer.query('update session_drivers set name = name; update profiles set username = username; commit');
    await (await opened).close();
    expect((await watcher.query("select to_regproc('search_text') is not null as made")).rows).toEqual([
      { made: true },
    ]);
  });
});
