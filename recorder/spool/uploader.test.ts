import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { upload as uploadWith } from '../../tests/fixtures/session.ts';
import { Spool, uploadKeyOf } from './spool.ts';
import { Uploader } from './uploader.ts';

const id = '01900000-0000-7000-8000-000000000001';
const upload = { ...uploadWith({ internalSessionId: '4711' }), liveId: null };
const pending = { recording: '4711', key: uploadKeyOf(upload), upload };
const { liveId: _, ...session } = upload;
const stored = { ...session, id, sessionId: id, userId: id, userName: null, weekendId: null, podium: [] };

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const no = (status: number) => JSON.stringify({ status, title: 'No' });
const problem = (status: number): Answer => ({
  status,
  type: 'application/problem+json; charset=utf-8',
  body: no(status),
});
const portal = (status: number): Answer => ({ status, type: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' });
/** A proxy or a captive portal with an API of its own. */
const foreignJson = (status: number): Answer => ({ status, type: 'application/json', body: no(status) });
const success: Answer = {
  status: 200,
  type: 'application/json',
  body: JSON.stringify({ ...stored, uploadResult: 'created' }),
};

let next: Answer;
let keys: (string | undefined)[];
let server: Server;
let uploader: Uploader;
let folder: string;
/** The token of the recorder, and the one that the server accepts. */
let token: string;
let accepted: string;

beforeEach(async () => {
  keys = [];
  token = 'good';
  accepted = 'good';
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString());
    const isAccepted = request.headers.authorization === `Bearer ${accepted}`;
    request.resume().once('end', () => {
      const { status, type, body } = isAccepted ? next : problem(401);
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  folder = mkdtempSync(join(tmpdir(), 'pitboard-uploader-'));
  uploader = new Uploader({
    spool: new Spool(folder),
    destination: () => ({ server: address, token }),
    onUploaded: () => undefined,
    onRefused: () => undefined,
  });
});
afterEach(() => {
  uploader.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = () => readdirSync(join(folder, pending.recording));

describe('a session', () => {
  test.each([
    ['a captive portal’s 200', portal(200)],
    ['a captive portal’s 401', portal(401)],
    ['a captive portal’s 403', portal(403)],
    ['a captive portal’s 511', portal(511)],
    ['JSON of a captive portal with 400', foreignJson(400)],
    ['JSON of a captive portal with 401', foreignJson(401)],
    ['JSON of a captive portal with 403', foreignJson(403)],
    ['JSON of a proxy with 413', foreignJson(413)],
    ['a page of a proxy with 413', portal(413)],
    ['JSON of a proxy with 422', foreignJson(422)],
    ['a token that was removed', problem(401)],
    ['a body that came too slowly', problem(408)],
    ['another change in progress', problem(409)],
    ['too many requests', problem(429)],
    ['a server without its database', problem(503)],
  ])('waits after %s, and is stored by the next try with the same key', async (_name, answer) => {
    next = answer;
    uploader.add(pending);
    await expect.poll(() => uploader.failure).not.toBeNull();
    expect([uploader.waiting, files()]).toEqual([1, [`upload-${pending.key}.json`]]);
    next = success;
    // Also when a retry has come first.
    uploader.send();
    await expect.poll(files).toEqual([`uploaded-${pending.key}`]);
    expect([uploader.waiting, uploader.failure, new Set(keys)]).toEqual([0, null, new Set([pending.key])]);
  });

  test('whose token is refused is sent with another one as soon as there is one', async () => {
    next = portal(401);
    uploader.add(pending);
    await expect.poll(() => uploader.failure).not.toBeNull();
    expect(uploader.isTokenRefused).toBe(false);
    next = success;
    accepted = 'new';
    uploader.send();
    await expect.poll(() => uploader.isTokenRefused).toBe(true);
    vi.spyOn(Math, 'random').mockReturnValue(1);
    uploader.send();
    // The try with the old token is under way.
    token = 'new';
    uploader.send();
    expect(uploader.isTokenRefused).toBe(false);
    await expect.poll(files).toEqual([`uploaded-${pending.key}`]);
  });

  test.each([400, 403, 413, 422])(
    'that the server refuses with %i is not sent again, and stays as a file',
    async (status) => {
      next = problem(status);
      uploader.add(pending);
      await expect.poll(files).toEqual([`refused-${pending.key}.json`]);
      uploader.send();
      expect([uploader.waiting, keys.length]).toEqual([0, 1]);
    },
  );
});
