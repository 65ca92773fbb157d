import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../../tests/fixtures/http-server.ts';
import { connectAuthClient, newestMail, openLink, storedSession, tokenIn } from '../tests/support/auth-clients.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { pollValue } from '../tests/support/poll-value.ts';

const password = 'correct horse 9';
const welcome = 'http://pitboard.test/welcome?from=mail';

let base: TestServer;
/** Addresses and numbers are confirmed, confirmed without a message, or refused. */
let [confirming, open, closed] = ['', '', ''];
/** The codes that were sent by text message, by number. */
const texts = new Map<string, string>();
let hook: HttpServer;
const closables: TestServer[] = [];

const listen = (server: TestServer) => server.app.listen({ port: 0, host: '127.0.0.1' });

beforeAll(async () => {
  hook = await openHttpServer(async (request, response) => {
    const { user, sms } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    texts.set(user.phone, sms.otp);
    response.end('{}');
  });
  const smsHookUrl = hook.origin;
  base = await openTestServer({}, undefined, undefined, {
    options: { phone: 'sms', smsHookUrl, mailLink: 'verify' },
    limits: { mailPause: 0 },
  });
  const over = (options: object) => openTestServer({}, undefined, undefined, { over: base, options });
  closables.push(await over({ confirmEmail: false, phone: 'confirmed' }), await over({ isSignUpOpen: false }));
  [confirming, open, closed] = (await Promise.all([base, ...closables].map(listen))) as [string, string, string];
});
afterAll(async () => {
  for (const server of closables) await server.close();
  await base.close();
  await hook.close();
});

let count = 0;
const newAddress = () => `racer${++count}@x.test`;
const newNumber = () => `+4917012345${++count + 10}`;

/** A client of a new account that is signed in. */
async function signedUp(settings: object = {}) {
  const client = connectAuthClient(open, { auth: settings });
  const email = newAddress();
  const { data } = await client.auth.signUp({ email, password });
  return { ...client, email, id: data.user?.id ?? '' };
}

/** A client of a new account whose address was confirmed by the link of its mail. */
async function confirmed(settings: object = {}) {
  const client = connectAuthClient(confirming, { auth: settings });
  const email = newAddress();
  await client.auth.signUp({ email, password });
  const token_hash = tokenIn(await mailTo(email));
  const { data } = await client.auth.verifyOtp({ type: 'signup', token_hash });
  return { ...client, email, id: data.user?.id ?? '' };
}

/** Mails are sent after the response. */
const mailTo = (email: string) => pollValue(() => newestMail(base, email));

/** The mail to an address that comes after `earlier`. */
const nextMailTo = (email: string, earlier: { code: string }) =>
  pollValue(async () => {
    const mail = await newestMail(base, email);
    return mail?.code === earlier.code ? undefined : mail;
  });

const failure = ({ error }: { error: object | null }) => {
  const { name, status, code } = Object(error);
  return [name, status, code];
};
const nobody = { user: null, session: null };

describe('a sign-up', () => {
  test('starts a session that is stored and told, where nothing has to be confirmed', async () => {
    const client = connectAuthClient(open);
    const email = newAddress();
    const { data, error } = await client.auth.signUp({ email, password });
    expect([error, data.user?.email, data.session?.user.email]).toEqual([null, email, email]);
    expect(storedSession(client)).toEqual(data.session);
    expect(client.events).toContain('SIGNED_IN');
  });

  test('keeps the data that came with it', async () => {
    const data = { info: 'drives in the rain', laps: [1, 2] };
    const answer = await connectAuthClient(open).auth.signUp({ email: newAddress(), password, options: { data } });
    expect(answer.data.user?.user_metadata).toMatchObject(data);
  });

  test('that must be confirmed gives a user without a session, and a link that leads where it asked', async () => {
    const client = connectAuthClient(confirming);
    const email = newAddress();
    const { data, error } = await client.auth.signUp({ email, password, options: { emailRedirectTo: welcome } });
    expect([error, data.session, data.user?.email]).toEqual([null, null, email]);
    expect(data.user).toMatchObject({ aud: 'authenticated', phone: '', app_metadata: { provider: 'email' } });
    expect(typeof data.user?.confirmation_sent_at).toBe('string');
    expect([data.user?.email_confirmed_at, data.user?.last_sign_in_at]).toEqual([undefined, undefined]);
    expect(client.stored.size).toBe(0);
    expect(new URL((await mailTo(email)).link ?? '').searchParams.get('redirect_to')).toBe(welcome);
  });

  test('with a short password is refused with the reasons', async () => {
    const answer = await connectAuthClient(open).auth.signUp({ email: newAddress(), password: '123' });
    expect(answer.data).toEqual(nobody);
    expect(failure(answer)).toEqual(['AuthWeakPasswordError', 422, 'weak_password']);
    expect(answer.error).toMatchObject({ reasons: ['length'], message: expect.stringContaining('at least 8') });
  });

  test('with a text that is no address is refused', async () => {
    const answer = await connectAuthClient(open).auth.signUp({ email: 'a', password });
    expect(failure(answer)).toEqual(['AuthApiError', 400, 'validation_failed']);
    expect(answer.error?.message).toBe('Unable to validate email address: invalid format');
  });

  test('with a text that is no number is refused', async () => {
    const answer = await connectAuthClient(open).auth.signUp({ phone: '1-555-ABC-1212', password });
    expect([answer.data, answer.error?.message]).toEqual([nobody, 'Invalid phone number format (E.164 required)']);
    expect(failure(answer)).toEqual(['AuthApiError', 400, 'validation_failed']);
  });

  test('of an address that is taken is refused, where nothing has to be confirmed', async () => {
    const { auth, email } = await signedUp();
    const answer = await auth.signUp({ email, password });
    expect(failure(answer)).toEqual(['AuthApiError', 422, 'user_already_exists']);
    expect([answer.data, answer.error?.message]).toEqual([nobody, 'User already registered']);
  });

  test('of an address that is taken looks like any other, where it has to be confirmed', async () => {
    const { email, id } = await confirmed();
    const before = await mailTo(email);
    const { data, error } = await connectAuthClient(confirming).auth.signUp({ email, password });
    expect([error, data.session, data.user?.email, data.user?.identities?.length]).toEqual([null, null, email, 1]);
    expect(data.user?.id).not.toBe(id);
    expect((await mailTo(email)).code).toBe(before.code);
  });

  test('is refused where nobody can sign up', async () => {
    const answer = await connectAuthClient(closed).auth.signUp({ email: newAddress(), password });
    expect(failure(answer)).toEqual(['AuthApiError', 422, 'signup_disabled']);
    expect([answer.data, answer.error?.message]).toEqual([nobody, 'Signups not allowed for this instance']);
  });

  test('by number and text message becomes a session with the code of the message', async () => {
    const { auth, events } = connectAuthClient(confirming);
    const phone = newNumber();
    const data = { info: 'by text' };
    const up = await auth.signUp({ phone, password, options: { data, channel: 'sms', captchaToken: 'any' } });
    expect([up.error, up.data.session, up.data.user?.phone]).toEqual([null, null, phone.slice(1)]);
    expect(up.data.user?.user_metadata).toMatchObject(data);
    const early = await auth.signInWithPassword({ phone, password });
    expect(failure(early)).toEqual(['AuthApiError', 400, 'phone_not_confirmed']);
    const token = await pollValue(() => texts.get(phone));
    const proven = await auth.verifyOtp({ phone, token, type: 'sms' });
    expect([proven.error, proven.data.user?.phone, events.at(-1)]).toEqual([null, phone.slice(1), 'SIGNED_IN']);
  });

  test('of a number is confirmed by its own code, with its own password and data', async () => {
    const { auth } = connectAuthClient(confirming);
    const phone = newNumber();
    const nextCode = async () => {
      const token = await pollValue(() => texts.get(phone));
      texts.delete(phone);
      return token;
    };
    await auth.signUp({ phone, password, options: { data: { name: 'first' } } });
    const token = await nextCode();
    await auth.signUp({ phone, password: 'chosen by a stranger', options: { data: { name: 'second' } } });
    const other = await nextCode();
    const proven = await auth.verifyOtp({ phone, token, type: 'sms' });
    expect(proven.data.user?.user_metadata['name']).toBe('first');
    expect((await auth.verifyOtp({ phone, token: other, type: 'sms' })).error?.code).toBe('otp_expired');
    expect((await auth.signInWithPassword({ phone, password: 'chosen by a stranger' })).error).not.toBeNull();
    expect((await auth.signInWithPassword({ phone, password })).error).toBeNull();
  });

  test('of an address or a number that waits gets it, where nothing has to be confirmed any more', async () => {
    for (const account of [{ email: newAddress() }, { phone: newNumber() }]) {
      await connectAuthClient(confirming).auth.signUp({ ...account, password });
      const { auth } = connectAuthClient(open);
      const up = await auth.signUp({ ...account, password: 'a new one 12' });
      expect(up.data.session?.user.id).toBe(up.data.user?.id);
      const back = await auth.signInWithPassword({ ...account, password: 'a new one 12' });
      expect([back.error, back.data.user?.id]).toEqual([null, up.data.user?.id]);
    }
  });

  test('with an exchange of codes starts a session at once, where nothing has to be confirmed', async () => {
    const { data, error } = await connectAuthClient(open, { auth: { flowType: 'pkce' } }).auth.signUp({
      email: newAddress(),
      password,
    });
    expect([error, data.session?.user.id]).toEqual([null, data.user?.id]);
  });
});

describe('a sign-in', () => {
  const userShape = {
    id: expect.any(String),
    aud: 'authenticated',
    role: 'authenticated',
    email: expect.any(String),
    phone: expect.any(String),
    last_sign_in_at: expect.any(String),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  };
  const sessionShape = {
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3_600,
    expires_at: expect.any(Number),
    token_type: 'bearer',
  };

  test('by address gives the session with its user, stores it and tells it', async () => {
    const { email } = await signedUp();
    const client = connectAuthClient(open);
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    const user = {
      ...userShape,
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email'] },
    };
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ ...sessionShape, user });
    expect(data.user).toMatchObject(user);
    expect(storedSession(client)).toEqual(data.session);
    expect(client.events).toContain('SIGNED_IN');
  });

  test('by number gives the session with its user', async () => {
    const { auth } = connectAuthClient(open);
    const phone = newNumber();
    await auth.signUp({ phone, password });
    const { data, error } = await auth.signInWithPassword({ phone, password });
    const user = { ...userShape, phone: phone.slice(1), phone_confirmed_at: expect.any(String) };
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ ...sessionShape, user });
    expect(data.user?.app_metadata).toEqual({ provider: 'phone', providers: ['phone'] });
  });

  test('takes the address as it was written at the sign-up', async () => {
    const { auth } = connectAuthClient(open);
    for (const email of [' Zoe\u0308@B\u00fccher.test ', 'RACER.ONE@X.Test']) {
      const up = await auth.signUp({ email, password });
      const back = await auth.signInWithPassword({ email, password });
      expect([back.error, back.data.user?.id]).toEqual([null, up.data.user?.id]);
    }
  });

  test('with a wrong password, an unknown address or an unknown number fails in the same way', async () => {
    const { email } = await signedUp();
    const client = connectAuthClient(open);
    const options = { captchaToken: 'any' };
    const answers = [
      await client.auth.signInWithPassword({ email, password: `${password}-wrong`, options }),
      await client.auth.signInWithPassword({ email: newAddress(), password, options }),
      await client.auth.signInWithPassword({ phone: '+34123', password, options }),
    ];
    for (const answer of answers) {
      expect([answer.data, answer.error?.message]).toEqual([nobody, 'Invalid login credentials']);
      expect(failure(answer)).toEqual(['AuthApiError', 400, 'invalid_credentials']);
    }
    expect(client.stored.size).toBe(0);
  });

  test('before the address is confirmed says so, and only to who knows the password', async () => {
    const { auth } = connectAuthClient(confirming);
    const email = newAddress();
    await auth.signUp({ email, password });
    const right = await auth.signInWithPassword({ email, password });
    expect([right.data, right.error?.message]).toEqual([nobody, 'Email not confirmed']);
    expect(failure(right)).toEqual(['AuthApiError', 400, 'email_not_confirmed']);
    const wrong = await auth.signInWithPassword({ email, password: 'guessed' });
    expect(failure(wrong)).toEqual(['AuthApiError', 400, 'invalid_credentials']);
  });
});

describe('a message', () => {
  test.each([
    ['with an address to lead to', { emailRedirectTo: welcome }, welcome],
    ['with empty options', {}, 'http://pitboard.test'],
  ])('of a sign-up is sent again, %s', async (_, options, target) => {
    const { auth } = connectAuthClient(confirming);
    const email = newAddress();
    await auth.signUp({ email, password });
    const first = await mailTo(email);
    const { data, error } = await auth.resend({ type: 'signup', email, options });
    expect([data, error]).toEqual([nobody, null]);
    const { link } = await nextMailTo(email, first);
    expect(new URL(link ?? '').searchParams.get('redirect_to')).toBe(target);
  });

  test('is not sent again to an unknown address, and the answer does not tell', async () => {
    const email = newAddress();
    const answer = await connectAuthClient(confirming).auth.resend({ type: 'signup', email });
    expect(answer).toEqual({ data: nobody, error: null });
    expect(await newestMail(base, email)).toBeUndefined();
  });

  test('with a code is sent again to a number', async () => {
    const { auth } = connectAuthClient(confirming);
    const phone = newNumber();
    await auth.signUp({ phone, password });
    await pollValue(() => texts.get(phone));
    texts.delete(phone);
    const { data, error } = await auth.resend({ type: 'sms', phone, options: { captchaToken: 'any' } });
    expect([error, typeof data.messageId]).toEqual([null, 'string']);
    const token = await pollValue(() => texts.get(phone));
    expect((await auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
  });

  test.each([
    ['with options', { captchaToken: 'any' }],
    ['with empty options', {}],
  ])('for the change of a number that nobody asked for is answered like any other, %s', async (_, options) => {
    const phone = newNumber();
    const { error } = await connectAuthClient(confirming).auth.resend({ type: 'phone_change', phone, options });
    expect([error, texts.has(phone)]).toEqual([null, false]);
  });

  test('confirms an address by its code, under either name of its kind', async () => {
    for (const type of ['signup', 'email'] as const) {
      const { auth, events } = connectAuthClient(confirming);
      const email = newAddress();
      await auth.signUp({ email, password });
      const { data, error } = await auth.verifyOtp({ email, token: (await mailTo(email)).code, type });
      expect([error, data.session?.user.email, events.at(-1)]).toEqual([null, email, 'SIGNED_IN']);
    }
  });

  test('confirms an address by its link, once', async () => {
    const client = connectAuthClient(confirming);
    const email = newAddress();
    await client.auth.signUp({ email, password });
    const proof = { type: 'email', token_hash: tokenIn(await mailTo(email)) } as const;
    const { data, error } = await client.auth.verifyOtp(proof);
    expect([error, data.user?.email, storedSession(client).user.email]).toEqual([null, email, email]);
    const again = await client.auth.verifyOtp(proof);
    expect(failure(again)).toEqual(['AuthApiError', 403, 'otp_expired']);
    expect(again.error?.message).toBe('Email link is invalid or has expired');
    expect(storedSession(client)).toEqual(data.session);
  });

  test.each([
    ['of an unknown address', { email: 'ghost@x.test', token: '12345678', type: 'email' }],
    ['that is no number', { email: 'ghost@x.test', token: 'invalid-token', type: 'signup' }],
    ['of an unknown number', { phone: '+491700000001', token: '12345678', type: 'sms' }],
    ['of a change of a number', { phone: '+491700000001', token: '12345678', type: 'phone_change', options: {} }],
    [
      'of a change of a number, with options',
      { phone: '+491700000001', token: '12345678', type: 'phone_change', options: { redirectTo: welcome } },
    ],
  ])('is refused with a code %s', async (_, proof) => {
    const client = connectAuthClient(confirming);
    const answer = await client.auth.verifyOtp(proof as never);
    expect([answer.data, answer.error?.message]).toEqual([nobody, 'Token has expired or is invalid']);
    expect(failure(answer)).toEqual(['AuthApiError', 403, 'otp_expired']);
  });

  test('for a new password leads where it was asked to, and its link sets one', async () => {
    const { email } = await confirmed();
    const client = connectAuthClient(confirming);
    const first = await mailTo(email);
    const asked = await client.auth.resetPasswordForEmail(email, { redirectTo: welcome });
    expect(asked).toEqual({ data: {}, error: null });
    const mail = await nextMailTo(email, first);
    expect(new URL(mail.link ?? '').searchParams.get('redirect_to')).toBe(welcome);
    const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) });
    expect([error, client.events.at(-1)]).toEqual([null, 'PASSWORD_RECOVERY']);
    expect((await client.auth.updateUser({ password: 'a new one 12' })).error).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
    expect((await client.auth.signInWithPassword({ email, password: 'a new one 12' })).error).toBeNull();
  });

  test('for a new password is redeemed by its code too', async () => {
    const { auth, email, events } = await confirmed();
    const first = await mailTo(email);
    await auth.resetPasswordForEmail(email);
    const { code: token } = await nextMailTo(email, first);
    const { data, error } = await auth.verifyOtp({ email, token, type: 'recovery' });
    expect([error, data.user?.email, events.at(-1)]).toEqual([null, email, 'PASSWORD_RECOVERY']);
  });

  test('for a new password is not sent to an unknown address, and the answer does not tell', async () => {
    const { auth } = connectAuthClient(confirming);
    const options = { redirectTo: welcome, captchaToken: 'any' };
    const email = newAddress();
    expect(await auth.resetPasswordForEmail(email, options)).toEqual({ data: {}, error: null });
    expect(await newestMail(base, email)).toBeUndefined();
  });

  test('is not sent twice within a minute', async () => {
    const { auth } = connectAuthClient(closed);
    expect((await auth.resetPasswordForEmail('twice@x.test')).error).toBeNull();
    const again = await auth.resetPasswordForEmail('twice@x.test');
    expect(failure(again)).toEqual(['AuthApiError', 429, 'over_email_send_rate_limit']);
    expect(again.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  });

  test('to the old and the new address change it, the second one with a session', async () => {
    const { auth, email, id } = await confirmed();
    const [first, changed] = [await mailTo(email), newAddress()];
    const { data, error } = await auth.updateUser({ email: changed }, { emailRedirectTo: welcome });
    expect([error, data.user?.email, data.user?.new_email]).toEqual([null, email, changed]);
    const half = { type: 'email_change', token_hash: tokenIn(await nextMailTo(email, first)) } as const;
    const afterOne = await auth.verifyOtp(half);
    expect([afterOne.error, afterOne.data.session]).toEqual([null, null]);
    const { code: token } = await mailTo(changed);
    const afterBoth = await auth.verifyOtp({ type: 'email_change', email: changed, token });
    expect([afterBoth.error, afterBoth.data.user?.id, afterBoth.data.user?.email]).toEqual([null, id, changed]);
    expect((await auth.getUser()).data.user?.email).toBe(changed);
  });
});

describe('an exchange of a code', () => {
  const pkce = { flowType: 'pkce' } as const;

  test('ends a sign-up whose link was opened', async () => {
    const client = connectAuthClient(confirming, { auth: pkce });
    const email = newAddress();
    await client.auth.signUp({ email, password, options: { emailRedirectTo: welcome } });
    const target = await openLink(confirming, await mailTo(email));
    expect([target.pathname, target.searchParams.get('from')]).toEqual(['/welcome', 'mail']);
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect([error, data.user?.email, data.session?.user.id]).toEqual([null, email, data.user?.id]);
    expect(client.events.at(-1)).toBe('SIGNED_IN');
    expect([...client.stored.keys()]).toEqual([client.storageKey]);
  });

  test('of a link for a new password tells that it is one, and works once', async () => {
    const { auth, email, events, stored, storageKey } = await confirmed(pkce);
    const first = await mailTo(email);
    await auth.resetPasswordForEmail(email);
    const verifier = stored.get(`${storageKey}-code-verifier`) ?? '';
    const code = (await openLink(confirming, await nextMailTo(email, first))).searchParams.get('code') ?? '';
    const { data, error } = await auth.exchangeCodeForSession(code);
    expect([error, data.user?.email, events.at(-1)]).toEqual([null, email, 'PASSWORD_RECOVERY']);
    stored.set(`${storageKey}-code-verifier`, verifier);
    expect(failure(await auth.exchangeCodeForSession(code))).toEqual(['AuthApiError', 404, 'flow_state_not_found']);
  });

  test('of a link for a new address ends the change', async () => {
    const { auth, email, id } = await confirmed(pkce);
    const [first, changed] = [await mailTo(email), newAddress()];
    await auth.updateUser({ email: changed });
    await auth.verifyOtp({ type: 'email_change', token_hash: tokenIn(await nextMailTo(email, first)) });
    const code = (await openLink(confirming, await mailTo(changed))).searchParams.get('code');
    expect(code).toMatch(/^[\w-]{36}$/);
    expect((await auth.getUser()).data.user).toMatchObject({ id, email: changed });
  });

  test('is refused with the verifier of another client', async () => {
    const [one, other] = [connectAuthClient(confirming, { auth: pkce }), connectAuthClient(confirming, { auth: pkce })];
    const email = newAddress();
    await one.auth.signUp({ email, password });
    await other.auth.resetPasswordForEmail('ghost@x.test');
    const code = (await openLink(confirming, await mailTo(email))).searchParams.get('code') ?? '';
    const stolen = await other.auth.exchangeCodeForSession(code);
    expect(failure(stolen)).toEqual(['AuthApiError', 400, 'bad_code_verifier']);
    expect((await one.auth.exchangeCodeForSession(code)).data.user?.email).toBe(email);
  });

  test('is refused from a client that asked for none', async () => {
    const answer = await connectAuthClient(open).auth.exchangeCodeForSession('a-code');
    expect([answer.data.session, answer.data.user]).toEqual([null, null]);
    expect(failure(answer)).toEqual(['AuthApiError', 400, 'validation_failed']);
  });
});

describe('a user', () => {
  test('is read from the server, by the session and by a token', async () => {
    const client = await signedUp();
    const own = await client.auth.getUser();
    expect([own.error, own.data.user?.email, own.data.user?.id]).toEqual([null, client.email, client.id]);
    const other = await connectAuthClient(open).auth.getUser(storedSession(client).access_token);
    expect(other.data.user).toEqual(own.data.user);
  });

  test('is refused with a token that the server did not sign, and the session stays', async () => {
    const client = await signedUp();
    const answer = await client.auth.getUser('not.a.token');
    expect(failure(answer)).toEqual(['AuthApiError', 403, 'bad_jwt']);
    expect(storedSession(client).user.id).toBe(client.id);
  });

  test('whose session was ended elsewhere loses it here', async () => {
    const { auth, events, email, stored } = await signedUp();
    const elsewhere = connectAuthClient(open);
    await elsewhere.auth.signInWithPassword({ email, password });
    await elsewhere.auth.signOut();
    const answer = await auth.getUser();
    expect(failure(answer)[0]).toBe('AuthSessionMissingError');
    expect([answer.data.user, stored.size, events.at(-1)]).toEqual([null, 0, 'SIGNED_OUT']);
  });

  test('has one identity for each way to sign in', async () => {
    const client = await signedUp();
    const { data } = await client.auth.getUserIdentities();
    const identities = data?.identities.map(({ provider, user_id, identity_data }) => [
      provider,
      user_id,
      identity_data?.['email'],
    ]);
    expect(identities).toEqual([['email', client.id, client.email]]);
    expect(failure(await connectAuthClient(open).auth.getUserIdentities())[0]).toBe('AuthSessionMissingError');
  });

  test('changes own data by parts, and the change is stored and told', async () => {
    const client = await signedUp();
    await client.auth.updateUser({ data: { hello: 'world', old: 1 } });
    const { data, error } = await client.auth.updateUser({ data: { old: null, more: [1] } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: client.id, email: client.email, last_sign_in_at: expect.any(String) });
    expect(data.user?.user_metadata).toMatchObject({ hello: 'world', more: [1] });
    expect('old' in (data.user?.user_metadata ?? {})).toBe(false);
    expect((await client.auth.getUser()).data.user).toEqual(data.user);
    expect([storedSession(client).user, client.events.at(-1)]).toEqual([data.user, 'USER_UPDATED']);
  });

  test('cannot take an address, a number or a password that will not do, and keeps the session', async () => {
    const [client, other] = [await signedUp(), await signedUp()];
    const phone = newNumber();
    await other.auth.updateUser({ phone });
    const refused = async (change: object) => failure(await client.auth.updateUser(change)).slice(1);
    expect(await refused({ email: 'no address' })).toEqual([400, 'validation_failed']);
    expect(await refused({ email: other.email })).toEqual([422, 'email_exists']);
    expect(await refused({ phone })).toEqual([422, 'phone_exists']);
    expect(await refused({ password: 'short' })).toEqual([422, 'weak_password']);
    expect(await refused({ password })).toEqual([422, 'same_password']);
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: client.email, phone: '' });
  });

  test('signs in with a new number', async () => {
    const client = await signedUp();
    const phone = newNumber();
    expect((await client.auth.updateUser({ phone })).data.user?.phone).toBe(phone.slice(1));
    expect((await client.auth.signInWithPassword({ phone, password })).data.user?.id).toBe(client.id);
  });

  test('with a new password keeps this session and ends the others', async () => {
    const client = await signedUp();
    const other = connectAuthClient(open);
    await other.auth.signInWithPassword({ email: client.email, password });
    expect((await client.auth.updateUser({ password: 'a new one 12' })).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });

  test('who signed in long ago proves it is them with a code before a new password', async () => {
    const { auth, email } = await confirmed();
    const first = await mailTo(email);
    const { now } = base.clock;
    onTestFinished(() => {
      base.clock.now = now;
    });
    base.clock.now = new Date(now.getTime() + 25 * 3_600_000);
    await auth.refreshSession();
    const change = { password: 'a new one 12' };
    expect(failure(await auth.updateUser(change))).toEqual(['AuthApiError', 400, 'reauthentication_needed']);
    expect(await auth.reauthenticate()).toEqual({ data: nobody, error: null });
    const { code: nonce } = await nextMailTo(email, first);
    const guessed = await auth.updateUser({ ...change, nonce: nonce === '00000000' ? '00000001' : '00000000' });
    expect(guessed.error?.code).toBe('reauthentication_not_valid');
    expect((await auth.updateUser({ ...change, nonce })).error).toBeNull();
  });
});

describe('a failure', () => {
  test('of a server whose database is gone may pass, so the session stays', async () => {
    const client = await signedUp();
    const { database } = base.storage;
    await database.execute(sql`alter table auth_sessions rename to auth_sessions_away`);
    const answer = await client.auth.getUser();
    await database.execute(sql`alter table auth_sessions_away rename to auth_sessions`);
    expect(failure(answer).slice(0, 2)).toEqual(['AuthRetryableFetchError', 500]);
    expect(storedSession(client).user.id).toBe(client.id);
  });
});
