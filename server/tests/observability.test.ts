import { DrizzleQueryError } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logError } from '../http/log-error.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

const token = 'a-token-for-prometheus';

describe('metrics', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ METRICS_TOKEN: token });
  });
  afterAll(() => server.close());

  const ask = (authorization: string) => server.app.inject({ url: '/metrics', headers: { authorization } });

  test('are for those who have the token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer a-token-for-prometheut', `bearer ${token}`, token])
      expect((await ask(authorization)).statusCode).toBe(401);
    const answer = await ask(`Bearer ${token}`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.body).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(answer.body).toMatch(/^pitboard_live_sessions 0$/m);
    expect(answer.body).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  });

  test('say what an operator watches', async () => {
    const { body } = await ask(`Bearer ${token}`);
    const values = [...body.matchAll(/^pitboard_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]);
    const { disk_free_bytes: disk, database_bytes: database, ...others } = Object.fromEntries(values);
    expect([disk > 1_000_000, database > 1_000_000]).toEqual([true, true]);
    expect(others).toEqual({
      expired_rows_total: 0,
      live_connections: 0,
      live_sessions: 0,
      mails_failed_total: 0,
      requests_refused_total: 0,
      retention_failures_total: 0,
      sessions: 0,
    });
  });

  test('count requests by route, and never by what is in an address', async () => {
    const secret = 'ada@example.org';
    await server.app.inject({ url: '/api/Seasons/01890000-0000-7000-8000-000000000000' });
    await server.app.inject({ url: `/api/nothing/${secret}` });
    await server.app.inject({ url: `/api/Account/available?username=${secret}` });
    const { body } = await ask(`Bearer ${token}`);
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/Seasons/:id",status="404"} 1');
    expect(body).not.toContain(secret);
    expect(body).not.toContain('01890000');
  });

  test('are no address of a server without a token', async () => {
    const other = await openTestServer();
    const answer = await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } });
    await other.close();
    expect(answer.statusCode).toBe(404);
  });
});

test('an error is logged with its causes, and without the values of a query or of a row', () => {
  const cause = Object.assign(new Error('duplicate key value\nKey (email)=(ada@example.org) already exists.'), {
    code: '23505',
    constraint: 'auth_users_email',
    detail: 'Key (email)=(ada@example.org) already exists.',
  });
  const logged = logError(new DrizzleQueryError('insert into auth_users', ['ada@example.org', 'b'], cause));
  expect(logged).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: insert into auth_users',
    cause: { code: '23505', constraint: 'auth_users_email' },
  });
  expect(logged.stack).toContain('observability.test.ts');
  expect(JSON.stringify(logged)).not.toContain('ada@example.org');
  expect(logError('odd')).toEqual({ type: 'string', message: 'not an error', stack: '' });
});

test('the answer to a fault names the request as the log does', async () => {
  const server = await openTestServer();
  await server.storage.close();
  const answer = await server.call('listLeagues').finally(() => server.close());
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([500, expect.stringMatching(/^[\da-f-]{36}$/)]);
});
