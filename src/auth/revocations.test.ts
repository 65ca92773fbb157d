import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { revokeLater } from './revocations.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A sign-in that answers by path; `asked` is what it was asked. */
async function serve(answers: (path: string, bearer: string | undefined) => number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = String(request.url).replace('/auth/v1/', '');
    asked.push(`${path} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(answers(path, request.headers.authorization), { 'content-type': 'application/json' });
    response.end(path.startsWith('token') ? '{"access_token":"fresh"}' : '{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { asked, place: async () => ({ url, publishableKey: 'key', isEmbedded: true }) };
}

function start() {
  const kept: { endings: unknown } = { endings: undefined };
  const pending = {
    read: async () => kept.endings,
    keep: async (endings: readonly unknown[]) => {
      kept.endings = endings;
    },
  };
  return { kept, revocations: revokeLater(pending, (input, init) => fetch(input, init)) };
}

const ending = { refresh: 'r', access: 'a', scope: 'local' } as const;

test('a session is ended at once where there is a way', async () => {
  const { asked, place } = await serve(() => 204);
  const { kept, revocations } = start();
  await revocations.revoke(ending, place);
  expect([asked, kept.endings]).toEqual([['logout?scope=local Bearer a'], undefined]);
});

test('without a way it waits, and is ended with a new token when the old one has run out', async () => {
  const { asked, place } = await serve((path, bearer) =>
    path.startsWith('logout') && bearer === 'Bearer a' ? 403 : 200,
  );
  const { kept, revocations } = start();
  await revocations.revoke(ending, null);
  expect(kept.endings).toEqual([ending]);
  await revocations.revokeNow(place);
  expect(asked).toEqual([
    'logout?scope=local Bearer a',
    'token?grant_type=refresh_token',
    'logout?scope=local Bearer fresh',
  ]);
  expect(kept.endings).toEqual([]);
});

test.each([503, 429])('a server that answers %i is asked again later', async (status) => {
  const { place } = await serve(() => status);
  const { kept, revocations } = start();
  await revocations.revoke(ending, place);
  expect(kept.endings).toEqual([ending]);
  await revocations.revokeNow(place);
  expect(kept.endings).toEqual([ending]);
});

test('a session that is gone already is over; what is kept and broken is nothing', async () => {
  const { place } = await serve(() => 400);
  const { kept, revocations } = start();
  kept.endings = 'nonsense';
  await revocations.revoke(ending, place);
  expect(kept.endings).toBe('nonsense');
  await revocations.revokeNow(place);
});
