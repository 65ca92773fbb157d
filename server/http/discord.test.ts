import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cut, type Discord, deleted, limited, openDiscord, silent } from '../../tests/fixtures/discord.ts';
import { postToDiscord } from './discord.ts';

let discord: Discord;
beforeEach(async () => {
  discord = await openDiscord();
});
afterEach(() => discord.close());

const token = 'a1-_'.repeat(17);
const message = { webhookId: '223704706495545344', token, content: 'Hello @everyone' };
const userAgent = 'DiscordBot (http://pitboard.test, 1.2.3)';

const post = (origin = discord.origin, signal = new AbortController().signal) =>
  postToDiscord(message, { origin, userAgent, signal });

test('a message is posted as documented, and mentions nobody', async () => {
  expect(await post()).toEqual({ kind: 'answered', status: 200 });
  expect(discord.posted).toEqual([
    {
      method: 'POST',
      url: `/api/v10/webhooks/223704706495545344/${token}?wait=true`,
      userAgent,
      body: { content: 'Hello @everyone', allowed_mentions: { parse: [] } },
      picture: null,
    },
  ]);
});

test('a picture is posted with the message as a file of a form, and left out where it is too large', async () => {
  const options = { origin: discord.origin, userAgent, signal: new AbortController().signal };
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x2d, 0x2d]);
  const body = { content: 'Hello @everyone', allowed_mentions: { parse: [] } };
  await postToDiscord({ ...message, picture }, options);
  await postToDiscord({ ...message, picture: Buffer.alloc(512 * 1_024 + 1) }, options);
  expect(discord.posted.map((posted) => [posted.body, posted.picture])).toEqual([
    [body, { name: 'pitboard.png', type: 'image/png', bytes: picture }],
    [body, null],
  ]);
});

test('a limit says how long it lasts, and whether it is that of the webhook', async () => {
  discord.answer(limited(1.337), limited(3, true), (response) =>
    response.writeHead(429, { 'retry-after': '65' }).end('<html>'),
  );
  const answered = { kind: 'answered', status: 429 };
  expect(await post()).toEqual({ ...answered, retryAfter: 1.337, isGlobal: false });
  expect(await post()).toEqual({ ...answered, retryAfter: 3, isGlobal: true });
  expect(await post()).toEqual({ ...answered, retryAfter: 65, isGlobal: true });
});

test('the number of an error is read, and no text of an answer', async () => {
  discord.answer(deleted);
  expect(await post()).toEqual({ kind: 'answered', status: 404, errorCode: 10_015 });
});

test('a redirect is not followed', async () => {
  const other = await openDiscord();
  discord.answer((response) => response.writeHead(307, { location: `${other.origin}/stolen` }).end());
  expect(await post()).toEqual({ kind: 'answered', status: 307 });
  expect(other.posted).toEqual([]);
  await other.close();
});

test('an answer without an end is not read to its end', async () => {
  discord.answer((response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.writeHead(503).on('drain', more);
    more();
  });
  expect(await post()).toEqual({ kind: 'answered', status: 503 });
});

test('a status without a whole answer counts', async () => {
  discord.answer((response, request) => {
    response.writeHead(200, { 'content-length': '99' }).write('{');
    request.socket.end();
  });
  expect(await post()).toEqual({ kind: 'answered', status: 200 });
});

test('without a connection nothing was sent', async () => {
  await discord.close();
  expect(await post()).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
});

/** Signed by itself, for discord.com and 127.0.0.1. */
const imposterKeys = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQTnUJznve8fRQx+a
T+z+Tfoxt2m5yBRzZNrbsK6PFN+hRANCAAS3LUDfsk0AT+nK5osON7O/Xa3BA09t
PX69vJOp0RRT7BROMLodVxNEu73cypb9o9RMuGMigTkgC5zIXiRlKKQt
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUFKGFMuHKbNIaS+bGKirqtXNDru4wCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZGlzY29yZC5jb20wIBcNMjYxMTIzMTc1ODE4WhgPMjEyNjEw
MzAxNzU4MThaMBYxFDASBgNVBAMMC2Rpc2NvcmQuY29tMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEty1A37JNAE/pyuaLDjezv12twQNPbT1+vbyTqdEUU+wUTjC6
HVcTRLu93MqW/aPUTLhjIoE5IAucyF4kZSikLaNxMG8wHQYDVR0OBBYEFMK7Mzip
gVHoaff/+TjqCmCk7G9wMB8GA1UdIwQYMBaAFMK7MzipgVHoaff/+TjqCmCk7G9w
MA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4ILZGlzY29yZC5jb22HBH8AAAEw
CgYIKoZIzj0EAwIDSAAwRQIhAMGrzpzdOOjPjjXG+Em+0fkiqDtck1lDeIyvw3Pf
I4VmAiBHlEuDqKwxFQmgTKpsJlupjgqAX7zxcAI2mzXPwHyunw==
-----END CERTIFICATE-----`,
};

test('a machine that cannot prove to be Discord gets nothing', async () => {
  let bytes = Buffer.alloc(0);
  const imposter = createServer(imposterKeys, (socket) => {
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => imposter.listen(0, '127.0.0.1', listening));
  const { port } = imposter.address() as AddressInfo;
  expect(await post(`https://127.0.0.1:${port}`)).toEqual({ kind: 'notSent', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(bytes.includes(token)).toBe(false);
  imposter.close();
});

test('an answer that was lost is not known', async () => {
  discord.answer(cut);
  expect(await post()).toMatchObject({ kind: 'notAnswered', code: 'ECONNRESET' });
  discord.answer(silent);
  const stop = new AbortController();
  const answer = post(discord.origin, stop.signal);
  await expect.poll(() => discord.posted.length).toBe(2);
  stop.abort();
  expect(await answer).toMatchObject({ kind: 'notAnswered' });
});
