import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { sessionBodyLimit } from '#contract/constants';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, type PostgresCluster, startPostgres } from '../postgres.ts';
import { block } from './claimed-blocks.ts';
import type { Clone } from './clone.ts';
import { type Certificate, createCertificate, MailServer, visit } from './hosts.ts';
import { findProgram, type RunningProxy, startCaddy, startNginx } from './proxies.ts';
import { start, stop } from './start.ts';
import type { Running } from './terminal.ts';

const settings = block('NODE_ENV=production');
const proxies = [
  { name: 'nginx', configuration: block('client_max_body_size'), start: startNginx },
  { name: 'caddy', configuration: block('race.example {\n  reverse_proxy 127.0.0.1:8080'), start: startCaddy },
];
const profiles = block('create table public.profiles');
const binaries = findPostgres();
/** Whether the hosts of the README are this machine: private-network.sh makes them so. */
const hasHosts = (await lookup('race.example').catch(() => null))?.address === '127.0.0.1';
const json = (value: object) => JSON.stringify(value);

/** Runs the block for production with PostgreSQL, a mail server and each proxy, under the names that it has. */
export function testProduction(clone: () => Clone): void {
  describe.skipIf(binaries === null || !hasHosts)('in production', () => {
    let folder: string;
    let postgres: PostgresCluster;
    let certificate: Certificate;
    let mails: MailServer;
    let server: Running;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'pitboard-hosts-'));
      // The workers of nginx are another user.
      chmodSync(folder, 0o755);
      postgres = await startPostgres(binaries ?? '', { port: 5432 });
      await query(postgres.url, 'create database pitboard');
      certificate = createCertificate(folder);
      mails = new MailServer(certificate);
      await mails.listen();
      // The certificate of the mail server is one that the machine trusts.
      const terminal = clone().terminal.with({ NODE_EXTRA_CA_CERTS: certificate.certificateFile });
      server = await start(terminal, settings, 'https://race.example');
    });
    afterAll(async () => {
      await stop(server);
      await mails.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    for (const { name, configuration, start: startProxy } of proxies) {
      describe.skipIf(findProgram(name) === null)(`behind ${name}`, () => {
        const email = `ann@${name}.example`;
        const account = { email, password: 'correct horse 9', data: { username: `Ann-${name}` } };
        let proxy: RunningProxy;
        let token: string;
        const ann = () => ({ address: '203.0.113.7', ca: proxy.ca });
        beforeAll(async () => {
          mkdirSync(join(folder, name));
          proxy = await startProxy(configuration, join(folder, name), certificate);
        });
        afterAll(() => proxy.stop());

        test('an account is confirmed by mail and signed in', async () => {
          expect((await visit(ann(), '/auth/v1/signup', { body: json(account) })).status).toBe(200);
          const link = new URL(/https:\/\/race\.example\/\S+/.exec(await mails.mailTo(email))?.[0] ?? '');
          expect((await visit(ann(), link.pathname + link.search)).status).toBe(200);
          const body = json({ type: 'signup', token_hash: link.searchParams.get('token_hash') });
          expect((await visit(ann(), '/auth/v1/verify', { body })).status).toBe(200);
          const signedIn = await visit(ann(), '/auth/v1/token?grant_type=password', { body: json(account) });
          token = JSON.parse(signedIn.text).access_token;
          expect(signedIn.status).toBe(200);
        });

        test('an upload of 8 MiB is stored and read', async () => {
          const text = json(upload({ internalSessionId: '1', drivers: [driver({ name: 'Mika Varga' })] }));
          const stored = await visit(ann(), '/api/Sessions', { token, body: text.padEnd(sessionBodyLimit) });
          expect(stored.status).toBe(200);
          const path = `/api/Sessions/session/${JSON.parse(stored.text).id}`;
          expect((await visit(ann(), path)).text).toContain('Mika Varga');
        });

        test('a recorder publishes, and a viewer watches', async () => {
          const id = randomUUID();
          const terminal = clone().terminal.with({
            NODE_EXTRA_CA_CERTS: trusted(join(folder, name), proxy),
            PITBOARD_TOKEN: token,
          });
          const replay = terminal.start(
            `npm run replay -- race.jsonl --speed 0.1 --id ${id} --server https://race.example`,
          );
          await replay.until(`live at https://race.example/live/${id}`);
          const url = `wss://race.example${addressOf(calls.watchLive, { id })}`;
          const viewer = new WebSocket(url, { ...options(ann()), origin: 'https://race.example' });
          const frames = await new Promise<number>((resolve, reject) => {
            let count = 0;
            viewer.on('message', (_, isBinary) => {
              count += isBinary ? 1 : 0;
              if (count === 5) resolve(count);
            });
            viewer.once('error', reject);
            viewer.once('close', (code) => reject(new Error(`closed with ${code}\n${replay.output}`)));
          });
          expect(frames).toBe(5);
          viewer.terminate();
          await replay.interrupt();
        });

        test('limits count the address of each visitor, whatever it claims', async () => {
          const recover = async (address: string, headers = {}) =>
            (await visit({ ...ann(), address }, '/auth/v1/recover', { body: json({ email }), headers })).status;
          expect(await recover('203.0.113.7')).toBe(200);
          expect(await recover('203.0.113.7')).toBe(429);
          expect(await recover('203.0.113.7', { 'x-forwarded-for': '198.51.100.1' })).toBe(429);
          expect(await recover('203.0.113.8')).toBe(200);
        });
      });
    }

    test('the log has no fault of a proxy', () => expect(server.output).not.toMatch(/proxy (does not|sends)/));

    test('the table of profiles is created in a Supabase project, and a new user gets a row', async () => {
      await query(postgres.url, 'create database supabase');
      const url = postgres.url.replace(/postgres$/, 'supabase');
      // The parts of a new project: users, the id of the caller, and the role of the signed-in user.
      await query(
        url,
        `create schema auth; create table auth.users (id uuid primary key); create role authenticated;
         create function auth.uid() returns uuid language sql as 'select null::uuid';`,
      );
      await query(url, profiles);
      const id = randomUUID();
      await query(url, `insert into auth.users (id) values ('${id}')`);
      expect(await query(url, 'select id, username from public.profiles')).toEqual([{ id, username: null }]);
    });
  });
}

const options = ({ address, ca }: { address: string; ca: Buffer }) => ({ localAddress: address, ca });

/** Writes the certificate of a proxy to a file, for a command that visits it. */
function trusted(folder: string, { ca }: RunningProxy): string {
  const file = join(folder, 'trusted.pem');
  writeFileSync(file, ca);
  return file;
}

async function query(url: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
