import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { createMailer, type Mail } from './mailer.ts';

const servers: SMTPServer[] = [];
const close = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));
afterAll(() => Promise.all(servers.map(close)));

/** A mailer with a mail server that refuses this, or nothing. The mail server waits for 100 ms before its first words. */
async function open(refuses: 'password' | 'recipient' | null) {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => (refuses === 'password' ? done(new Error('no')) : done(null, { user: 'pitboard' })),
    onRcptTo: ({ address }, _, done) => done(refuses === 'recipient' ? new Error(`no such user <${address}>`) : null),
  });
  servers.push(server);
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const logged: unknown[] = [];
  const mailer = createMailer({
    smtpUrl: `smtp://pitboard:secret@127.0.0.1:${port}`,
    hasOutbox: false,
    from: 'races@race.test',
    now: () => new Date(),
    log: { info: () => undefined, error: (about, text) => logged.push([text, about]) },
  });
  return { mailer, server, logged };
}

const mail: Mail = { to: 'ada@example.test', subject: 'Hello', text: 'Hello', link: null, code: '1' };

test.concurrent('a mail server that can be used is no fault, and nothing is counted', async () => {
  const { mailer, logged } = await open(null);
  expect(await mailer.check()).toBe(null);
  mailer.send(mail);
  await mailer.close();
  expect([mailer.failures(), logged]).toEqual([0, []]);
});

test.concurrent('a mail that is refused is counted, and logged with the reason and without its address', async () => {
  const { mailer, logged } = await open('recipient');
  expect(await mailer.check()).toBe(null);
  mailer.send(mail);
  await mailer.close();
  expect(mailer.failures()).toBe(1);
  expect(logged).toEqual([
    [
      'a mail was not sent: the mail server refuses the sender (MAIL_FROM) or the recipient',
      { said: '550 no such user <(address)>' },
    ],
  ]);
});

test.concurrent('a wrong password is found before a mail is sent', async () => {
  const { mailer } = await open('password');
  expect(await mailer.check()).toEqual({
    reason: 'the mail server refuses the user or the password of SMTP_URL',
    said: '535 no',
  });
  await mailer.close();
});

test.concurrent('a mail server that is away is found', async () => {
  const { mailer, server } = await open(null);
  await close(server);
  expect((await mailer.check())?.reason).toBe(
    'the mail server cannot be reached: correct host and port of SMTP_URL, or the firewall between',
  );
  await mailer.close();
});
