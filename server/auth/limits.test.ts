import { describe, expect, test } from 'vitest';
import { createOwnLimiter } from '../storage/limiters.ts';
import { defaultLimits, Limits } from './limits.ts';

const open = (mails = 300, mailPause = 60) => new Limits({ ...defaultLimits, mails, mailPause });
/** Limits with a log of their parts: name, points and seconds. */
function openLogged(mails = 300, mailPause = 60) {
  const made: [name: string, points: number, seconds: number][] = [];
  const limits = new Limits({ ...defaultLimits, mails, mailPause }, (...given) => {
    made.push(given);
    return createOwnLimiter(...given);
  });
  return { limits, made };
}
const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('guesses of a password', () => {
  test('in parallel count each other: after five at once three may wait, and the others are refused', async () => {
    const limits = open();
    const tries = await Promise.allSettled(range(100).map(() => limits.beginSignIn('client', 'account')));
    const delays = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.delay] : []));
    expect(delays.sort((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 250, 500, 1_000]);
    const refused = tries.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
      headers: { 'retry-after': '2' },
    });
    for (const each of tries) if (each.status === 'fulfilled') await each.value.end('wrong');
    await expect(limits.beginSignIn('client', 'account')).resolves.toMatchObject({ delay: 2_000 });
  });

  test('one after another wait longer and longer, up to eight seconds', async () => {
    const limits = open();
    const delays: number[] = [];
    for (const _ of range(13)) {
      const attempt = await limits.beginSignIn('client', 'account');
      delays.push(attempt.delay);
      await attempt.end('wrong');
    }
    expect(delays).toEqual([0, 0, 0, 0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  test('from many addresses slow each other, but not an address that the account was signed in from', async () => {
    const limits = open();
    await (await limits.beginSignIn('home', 'account')).end('right');
    for (const index of range(60)) await (await limits.beginSignIn(`stranger ${index}`, 'account')).end('wrong');
    expect((await limits.beginSignIn('another stranger', 'account')).delay).toBe(8_000);
    const own = await limits.beginSignIn('home', 'account');
    expect(own.delay).toBe(0);
    await own.end('right');
    expect((await limits.beginSignIn('another stranger', 'account')).delay).toBe(0);
  });

  test('do not delay or refuse a device of the account, also from the same address', async () => {
    const limits = open();
    await (await limits.beginSignIn('home', 'account', 'phone')).end('right');
    for (const _ of range(9)) await limits.beginSignIn('home', 'account');
    await expect(limits.beginSignIn('home', 'account', 'another')).rejects.toMatchObject({ status: 429 });
    await expect(limits.beginSignIn('home', 'other account', 'phone')).resolves.toMatchObject({ delay: 0 });
    for (const _ of range(defaultLimits.token)) await limits.countSignIn('home', 'account', null);
    await expect(limits.countSignIn('home', 'account', 'another')).rejects.toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    await limits.countSignIn('home', 'account', 'phone');
    expect((await limits.beginSignIn('home', 'account', 'phone')).delay).toBe(0);
    // Its own failures count.
    for (const _ of range(5)) await limits.beginSignIn('home', 'account', 'phone');
    expect((await limits.beginSignIn('home', 'account', 'phone')).delay).toBeGreaterThan(0);
  });

  test('from the networks of one site count each other', async () => {
    const limits = open();
    const begin = (network: number) => limits.beginSignIn(`2001:db8:1:${network}::1`, 'account');
    for (const network of range(6)) await (await begin(network)).end('wrong');
    expect((await begin(6)).delay).toBe(250);
    expect((await limits.beginSignIn('2001:db8:2::1', 'account')).delay).toBe(0);
  });

  test('from many addresses are free fifty times, then slowed', async () => {
    const limits = open();
    for (const index of range(50)) await (await limits.beginSignIn(`stranger ${index}`, 'account')).end('wrong');
    const delays: number[] = [];
    for (const index of range(3)) delays.push((await limits.beginSignIn(`late ${index}`, 'account')).delay);
    expect(delays).toEqual([0, 250, 500]);
  });

  test('that could not be checked are no failures', async () => {
    const limits = open();
    for (const _ of range(20)) await (await limits.beginSignIn('client', 'account')).end('unchecked');
    expect((await limits.beginSignIn('client', 'account')).delay).toBe(0);
  });

  test('that could not be checked take no failure back, and make no address one of the account', async () => {
    const limits = open();
    for (const _ of range(6)) await (await limits.beginSignIn('client', 'account')).end('wrong');
    await (await limits.beginSignIn('client', 'account')).end('unchecked');
    expect((await limits.beginSignIn('client', 'account')).delay).toBe(250);
    for (const index of range(60)) await (await limits.beginSignIn(`stranger ${index}`, 'other')).end('wrong');
    await (await limits.beginSignIn('home', 'other')).end('unchecked');
    expect((await limits.beginSignIn('home', 'other')).delay).toBe(8_000);
  });

  test('that did not wait make no room for others to wait', async () => {
    const limits = open();
    const early = await Promise.all(range(6).map(() => limits.beginSignIn('client', 'account')));
    for (const _ of range(3)) await limits.beginSignIn('client', 'account');
    for (const attempt of early) await attempt.end('wrong');
    await expect(limits.beginSignIn('client', 'account')).rejects.toMatchObject({ status: 429 });
  });
});

describe('requests', () => {
  test('are refused beyond the limit of their kind and network address', async () => {
    const limits = open();
    for (const _ of range(defaultLimits.verify)) await limits.countRequest('verify', '192.0.2.1');
    await expect(limits.countRequest('verify', '192.0.2.1')).rejects.toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    await expect(limits.countRequest('token', '192.0.2.1')).resolves.toBeUndefined();
    await expect(limits.countRequest('verify', '192.0.2.2')).resolves.toBeUndefined();
  });

  test('of the networks of one site are refused beyond four times that limit', async () => {
    const limits = open();
    for (const index of range(4 * defaultLimits.verify))
      await limits.countRequest('verify', `2001:db8:1:${index % 8}::1`);
    await expect(limits.countRequest('verify', '2001:db8:1:99::1')).rejects.toMatchObject({ status: 429 });
    await expect(limits.countRequest('verify', '2001:db8:2:99::1')).resolves.toBeUndefined();
  });

  test('are counted under names that servers share, for these times', () => {
    expect(openLogged().made).toEqual([
      ['failures', 1_000_000, 900],
      ['waiting', 3, 60],
      ['known', 1, 1_728_000],
      ['token-device', 150, 300],
      ['token', 150, 300],
      ['token-site', 600, 300],
      ['verify', 30, 300],
      ['verify-site', 120, 300],
      ['signUps', 30, 300],
      ['signUps-site', 120, 300],
      ['others', 30, 300],
      ['others-site', 120, 300],
      ['refresh', 3_000, 300],
      ['refresh-site', 12_000, 300],
      ['pause', 1, 60],
      ['mails-to', 6, 3_600],
      ['mails-members-of', 30, 3_600],
      ['mails-members-of-site', 60, 3_600],
      ['mails-members', 150, 3_600],
      ['mails-sign-ups-of', 30, 3_600],
      ['mails-sign-ups-of-site', 60, 3_600],
      ['mails-sign-ups', 150, 3_600],
    ]);
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
    await expect(ask('recovery', 'stranger')).rejects.toMatchObject({
      ...refusal,
      message: 'For security purposes, you can only request this after 60 seconds.',
      headers: { 'retry-after': '60' },
    });
    await expect(Promise.all([ask('signup', 'stranger'), ask('recovery', 'owner')])).resolves.toBeDefined();
  });

  test('a recipient gets a bounded number of each kind, whoever asks', async () => {
    const limits = open(100);
    const claim = (to: string, kind: 'recovery' | 'signup' = 'recovery') =>
      limits.claimMessage({ kind, to, isSent: true, share: kind === 'signup' ? 'signUps' : 'members' });
    expect([await claim('a@x.test'), await claim('a@x.test')]).toEqual([true, true]);
    expect([await claim('a@x.test'), await claim('b@x.test'), await claim('a@x.test', 'signup')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('are asked for without a pause where none is configured', async () => {
    const { limits, made } = openLogged(300, 0);
    const ask = () => limits.countMailRequest({ kind: 'signup', to: 'a@x.test', client: 'visitor' });
    await ask();
    await expect(ask()).resolves.toBeUndefined();
    expect(made.map(([name]) => name)).not.toContain('pause');
  });

  test('of sign-ups are refused for everybody once half of the hour are sent, and members still get theirs', async () => {
    const limits = open(4, 0);
    const ask = (client: string) => limits.countMailRequest({ kind: 'signup', to: 'b@x.test', client });
    await limits.claimMessage({ kind: 'signup', to: 'a@x.test', isSent: true, share: 'signUps' });
    await limits.claimMessage({ kind: 'signup', to: 'c@x.test', isSent: false, share: 'signUps' });
    await limits.claimMessage({ kind: 'sms', to: '49170', isSent: true, share: 'signUps' });
    await expect(ask('visitor')).resolves.toBeUndefined();
    await limits.claimMessage({ kind: 'signup', to: 'b@x.test', isSent: true, share: 'signUps' });
    await expect(ask('another')).rejects.toMatchObject({
      ...refusal,
      message: 'email rate limit exceeded',
      headers: { 'retry-after': '3600' },
    });
    await expect(limits.claimMessage({ kind: 'signup', to: 'd@x.test', isSent: true, share: 'signUps' })).resolves.toBe(
      false,
    );
    await limits.countMailRequest({ kind: 'recovery', to: 'b@x.test', client: 'another' });
    const recovery = { kind: 'recovery', to: 'b@x.test', isSent: true, share: 'members' } as const;
    await expect(limits.claimMessage(recovery)).resolves.toBe(true);
  });

  test('of sign-ups that one site asked for in many networks leave it and others those of members', async () => {
    const limits = open(300, 0);
    const ask = (kind: 'recovery' | 'signup', network: number) =>
      limits.countMailRequest({ kind, to: `${network}@x.test`, client: `2001:db8:1:${network}::1` });
    for (const network of range(60)) await ask('signup', network);
    await expect(ask('signup', 61)).rejects.toMatchObject(refusal);
    await expect(ask('recovery', 61)).resolves.toBeUndefined();
  });
});
