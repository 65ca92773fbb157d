import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createRevocations } from './revocations.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** An auth service that answers by path; `sent` lists its requests. */
async function serve(answers: (path: string, bearer: string | undefined) => number) {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const path = String(request.url).replace('/auth/v1/', '');
    sent.push(`${path} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(answers(path, request.headers.authorization), { 'content-type': 'application/json' });
    response.end(path.startsWith('token') ? '{"access_token":"fresh"}' : '{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { sent, endpoint: async () => ({ url, publishableKey: 'key', isEmbedded: true }) };
}

function start() {
  const stored: { revocations: unknown } = { revocations: undefined };
  const pending = {
    read: async () => stored.revocations,
    store: async (revocations: readonly unknown[]) => {
      stored.revocations = revocations;
    },
  };
  return { stored, revocations: createRevocations(pending, (input, init) => fetch(input, init)) };
}

const revocation = { refresh: 'r', access: 'a', scope: 'local' } as const;

test('a session is ended at once when the server can be reached', async () => {
  const { sent, endpoint } = await serve(() => 204);
  const { stored, revocations } = start();
  await revocations.revoke(revocation, endpoint);
  expect([sent, stored.revocations]).toEqual([['logout?scope=local Bearer a'], undefined]);
});

test('a revocation is stored while the server cannot be reached, and an expired token renewed first', async () => {
  const { sent, endpoint } = await serve((path, bearer) =>
    path.startsWith('logout') && bearer === 'Bearer a' ? 403 : 200,
  );
  const { stored, revocations } = start();
  await revocations.revoke(revocation, null);
  expect(stored.revocations).toEqual([revocation]);
  await revocations.revokePending(endpoint);
  expect(sent).toEqual([
    'logout?scope=local Bearer a',
    'token?grant_type=refresh_token',
    'logout?scope=local Bearer fresh',
  ]);
  expect(stored.revocations).toEqual([]);
});

test.each([503, 429])('a server that answers %i is asked again later', async (status) => {
  const { endpoint } = await serve(() => status);
  const { stored, revocations } = start();
  await revocations.revoke(revocation, endpoint);
  expect(stored.revocations).toEqual([revocation]);
  await revocations.revokePending(endpoint);
  expect(stored.revocations).toEqual([revocation]);
});

test('while the stored revocations are sent they are not sent once more', async () => {
  const { sent, endpoint } = await serve(() => 204);
  const { stored, revocations } = start();
  await revocations.revoke(revocation, null);
  await Promise.all([revocations.revokePending(endpoint), revocations.revokePending(endpoint)]);
  expect([sent, stored.revocations]).toEqual([['logout?scope=local Bearer a'], []]);
});

test('a session that has ended already is not stored, and stored nonsense is ignored', async () => {
  const { endpoint } = await serve(() => 400);
  const { stored, revocations } = start();
  stored.revocations = 'nonsense';
  await revocations.revoke(revocation, endpoint);
  expect(stored.revocations).toBe('nonsense');
  await revocations.revokePending(endpoint);
});
