import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../tests/postgres.ts';
import { waitForPostgres } from './connect-postgres.ts';

const times = { attempt: 200, pause: 20, total: 500, report: 1_000 };

/** The log while a database is waited for, and the error in the end. */
async function waitInVain(url: string): Promise<{ lines: string[]; error: string }> {
  const lines: string[] = [];
  const error = await waitForPostgres(url, { warn: (text) => lines.push(text) }, times).then(
    () => 'connected',
    ({ message }: Error) => message,
  );
  return { lines, error };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test.concurrent('a port where nothing listens is tried until the time is over, with a line', async () => {
  const port = await freePort();
  const text = `DATABASE_URL: nothing listens at 127.0.0.1:${port}; start PostgreSQL there, or correct host and port`;
  expect(await waitInVain(`postgres://me:hush@127.0.0.1:${port}/pitboard`)).toEqual({
    lines: [`${text}; tried for 1 s more`],
    error: text,
  });
});

test.concurrent('a host that is not known is named', async () => {
  const { error } = await waitInVain('postgres://me:hush@nowhere.invalid/pitboard');
  expect(error).toBe('DATABASE_URL: the host nowhere.invalid is not known; correct its name');
});

test.concurrent('a server that accepts connections and never answers ends the wait too', async () => {
  const silent = createServer();
  const port = await listen(silent);
  try {
    const { error } = await waitInVain(`postgres://me:hush@127.0.0.1:${port}/pitboard`);
    expect(error).toContain(`127.0.0.1:${port} does not answer`);
  } finally {
    silent.close();
  }
});

test.concurrent('a server that is no PostgreSQL ends the wait too, and the password is not printed', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  const port = await listen(other);
  try {
    const { lines, error } = await waitInVain(`postgres://me:hush@127.0.0.1:${port}/pitboard`);
    expect([lines.length, error]).toEqual([
      1,
      expect.stringContaining(`PostgreSQL at 127.0.0.1:${port} cannot be used`),
    ]);
    expect(error).not.toContain('hush');
  } finally {
    other.close();
  }
});
