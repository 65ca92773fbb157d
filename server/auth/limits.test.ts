import { describe, expect, test } from 'vitest';
import { defaultLimits, Limits } from './limits.ts';

const open = (mails = 300, mailPause = 60) => new Limits({ ...defaultLimits, mails, mailPause });
const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('guesses of a password', () => {
  test('in parallel count each other: after five at once three may wait, and the others are refused', async () => {
    const limits = open();
    const tries = await Promise.allSettled(range(100).map(() => limits.beginSignIn('client', 'account')));
    const delays = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.delay] : []));
    expect(delays.sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 250, 500, 1_000]);
    const refused = tries.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({ status: 429 });
    for (const each of tries) if (each.status === 'fulfilled') await each.value.end(false);
    await expect(limits.beginSignIn('client', 'account')).resolves.toMatchObject({ delay: 2_000 });
  });

  test('one after another wait longer and longer, up to eight seconds', async () => {
    const limits = open();
    const delays: number[] = [];
    for (const _ of range(13)) {
      const attempt = await limits.beginSignIn('client', 'account');
      delays.push(attempt.delay);
      await attempt.end(false);
    }
    expect(delays).toEqual([0, 0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  test('from many addresses slow each other, but not an address that the account was signed in from', async () => {
    const limits = open();
    await (await limits.beginSignIn('home', 'account')).end(true);
    for (const index of range(60)) await (await limits.beginSignIn(`stranger ${index}`, 'account')).end(false);
    expect((await limits.beginSignIn('another stranger', 'account')).delay).toBe(8_000);
    const own = await limits.beginSignIn('home', 'account');
    expect(own.delay).toBe(0);
    await own.end(true);
    expect((await limits.beginSignIn('another stranger', 'account')).delay).toBe(0);
  });
});

describe('mails', () => {
  const refusal = { status: 429, code: 'over_email_send_rate_limit' };

  test('one visitor can ask for a tenth of them, and the others for the rest', async () => {
    const limits = open(50);
    const ask = (client: string, to: string) => limits.countMailRequest({ kind: 'recovery', to, client });
    for (const index of range(5)) await ask('visitor', `${index}@x.test`);
    await expect(ask('visitor', 'sixth@x.test')).rejects.toMatchObject(refusal);
    await expect(ask('another', 'sixth@x.test')).resolves.toBeUndefined();
  });

  test('one about an address holds up no other kind of mail, and no other visitor', async () => {
    const limits = open();
    const ask = (kind: 'recovery' | 'signup', client: string) =>
      limits.countMailRequest({ kind, to: 'a@x.test', client });
    await ask('recovery', 'stranger');
    await expect(ask('recovery', 'stranger')).rejects.toMatchObject(refusal);
    await expect(Promise.all([ask('signup', 'stranger'), ask('recovery', 'owner')])).resolves.toBeDefined();
  });

  test('a recipient gets a bounded number of them, whoever asks', async () => {
    const limits = open(100);
    expect([await limits.countMail('a@x.test'), await limits.countMail('a@x.test')]).toEqual([true, true]);
    expect([await limits.countMail('a@x.test'), await limits.countMail('b@x.test')]).toEqual([false, true]);
  });

  test('are refused for everybody once all of the hour are sent', async () => {
    const limits = open(1, 0);
    await limits.countMail('a@x.test');
    const request = { kind: 'signup', to: 'b@x.test', client: 'visitor' } as const;
    await expect(limits.countMailRequest(request)).rejects.toMatchObject(refusal);
  });
});
