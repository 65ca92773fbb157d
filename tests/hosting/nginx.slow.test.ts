import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { freePort } from '../postgres.ts';
import { findBlocks } from '../readme/blocks.ts';
import { createCertificate } from '../readme/hosts.ts';
import { findProgram, type RunningProxy, startNginx } from '../readme/proxies.ts';

const hasNginx = findProgram('nginx') !== null;
if (!hasNginx) console.log('SKIPPED: the nginx block of docs/hosting.md on another port (nginx is not installed)');
const block = findBlocks(join(import.meta.dirname, '../..')).find(({ text }) => text.includes('client_max_body_size'));

describe.skipIf(!hasNginx)('behind the nginx block of docs/hosting.md, on a port other than 443', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-nginx-'));
  let server: TestServer;
  let proxy: RunningProxy;
  let port: number;
  beforeAll(async () => {
    // The workers of nginx are another user.
    chmodSync(folder, 0o755);
    port = await freePort();
    const publicUrl = `https://race.example:${port}`;
    server = await openTestServer({ PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' });
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const text = (block?.text ?? '').replace('listen 443 ', `listen ${port} `).replace('http://127.0.0.1:8080', origin);
    proxy = await startNginx(text, folder, createCertificate(folder), port);
  });
  afterAll(async () => {
    await proxy?.stop();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends a form of a page as a browser does. Returns status and location. */
  const submit = (path: string, fields: Record<string, string>, origin: string) =>
    new Promise<unknown>((resolve, reject) => {
      const body = new URLSearchParams(fields).toString();
      const headers = { host: `race.example:${port}`, origin, 'content-type': 'application/x-www-form-urlencoded' };
      const options = {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        servername: 'race.example',
        ca: proxy.ca,
        headers,
      };
      request(options, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      })
        .on('error', reject)
        .end(body);
    });

  test('the operator logs in, and a form of another site does nothing', async () => {
    const fields = { token: 'token of the operator' };
    expect(await submit('/operator/login', fields, `https://race.example:${port}`)).toEqual([303, '/operator']);
    expect(await submit('/operator/login', fields, 'https://elsewhere.example')).toEqual([403, undefined]);
  });
});
