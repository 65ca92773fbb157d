import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createMailer, type Mail } from './mailer.ts';

let server: SMTPServer;
let logged: unknown[] = [];
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** A mailer with a mail server that refuses this, or nothing. */
async function open(refuses: 'password' | 'recipient' | null) {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_, __, done) => (refuses === 'password' ? done(new Error('no')) : done(null, { user: 'pitboard' })),
    onRcptTo: ({ address }, _, done) => done(refuses === 'recipient' ? new Error(`no such user <${address}>`) : null),
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  logged = [];
  return createMailer({
    smtpUrl: `smtp://pitboard:secret@127.0.0.1:${port}`,
    hasOutbox: false,
    from: 'races@race.test',
    now: () => new Date(),
    log: { info: () => undefined, error: (about, text) => logged.push([text, about]) },
  });
}

const mail: Mail = { to: 'ada@example.test', subject: 'Hello', text: 'Hello', link: null, code: '1' };

test('a mail server that can be used is no fault, and nothing is counted', async () => {
  const mailer = await open(null);
  expect(await mailer.check()).toBe(null);
  mailer.send(mail);
  await mailer.close();
  expect([mailer.failures(), logged]).toEqual([0, []]);
});

test('a mail that is refused is counted, and logged with the reason and without its address', async () => {
  const mailer = await open('recipient');
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

test('a wrong password is found before a mail is sent', async () => {
  const mailer = await open('password');
  expect(await mailer.check()).toEqual({
    reason: 'the mail server refuses the user or the password of SMTP_URL',
    said: '535 no',
  });
  await mailer.close();
});

test('a mail server that is away is found', async () => {
  const mailer = await open(null);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect((await mailer.check())?.reason).toBe(
    'the mail server cannot be reached: correct host and port of SMTP_URL, or the firewall between',
  );
  await mailer.close();
});
