import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Uuid } from '#contract/values';
import { isBusy } from '../storage/failures.ts';
import {
  exchangeCode,
  halfChanged,
  type Member,
  memberOf,
  recover,
  signIn,
  signOut,
  type Verified,
  verifyCode,
  verifyLink,
} from './accounts.ts';
import { AuthError, apiVersion, errorBody, invalid } from './auth-error.ts';
import { bearerOf, claimsOf } from './bearer.ts';
import type { Body } from './body-fields.ts';
import { reauthenticate, updateUser } from './change-user.ts';
import { type AuthContext, onBeat } from './context.ts';
import type { Limited } from './limits.ts';
import { resend } from './resend.ts';
import { refreshSession } from './sessions.ts';
import { signUp } from './sign-up.ts';
import { userView } from './user-view.ts';
import { verifyByVisit } from './verify-visit.ts';

/** 1 MiB (design §4). */
const bodyLimit = 1_048_576;

type Request = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

/** Mounts the sign-in's endpoints, wire-compatible with the client of the hosted service. */
export async function mountAuth(root: FastifyInstance, context: AuthContext, version: string): Promise<void> {
  await root.register(
    async (app) => {
      app.setErrorHandler((error, request, reply) => render(error, request, reply));
      readBodies(app);
      app.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });

      const limited = (kind: Limited) => async (request: FastifyRequest) => context.limits.request(kind, request.ip);
      const others = { preHandler: limited('others'), bodyLimit };

      app.get('/health', async () => ({ version, name: 'GoTrue', description: 'Pitboard’s own sign-in' }));
      app.get('/settings', async () => settingsOf(context));
      app.get('/.well-known/jwks.json', (_, reply) =>
        reply.header('cache-control', 'public, max-age=600').send(context.keys.published),
      );
      app.post('/signup', others, (request: Request, reply) =>
        answer(reply, (after) =>
          evenly(context, () => signUp(context, bodyOf(request), redirectOf(context, request), after)),
        ),
      );
      app.post('/token', { bodyLimit }, async (request: Request) => token(context, request));
      app.get('/user', async (request) => userView((await member(context, request)).user));
      app.put('/user', others, async (request: Request, reply) => {
        const caller = await member(context, request);
        return answer(reply, (after) =>
          updateUser(context, caller, bodyOf(request), redirectOf(context, request), after),
        );
      });
      app.post('/logout', { bodyLimit }, async (request: Request, reply) => {
        await signOut(context, await member(context, request), queryOf(request, 'scope') ?? 'global');
        return reply.code(204).send();
      });
      app.post('/recover', others, (request: Request, reply) =>
        answer(reply, (after) =>
          evenly(context, async () => {
            await recover(context, bodyOf(request), redirectOf(context, request), after);
            return {};
          }),
        ),
      );
      app.post('/resend', others, (request: Request, reply) =>
        answer(reply, (after) =>
          evenly(context, () => resend(context, bodyOf(request), redirectOf(context, request), after)),
        ),
      );
      app.get('/reauthenticate', others, async (request, reply) => {
        const caller = await member(context, request);
        return answer(reply, async (after) => {
          await reauthenticate(context, caller, after);
          return {};
        });
      });
      app.get('/verify', { preHandler: limited('verify') }, (request: Request, reply) => {
        const target = redirectOf(context, request);
        return verifyByVisit(
          context,
          { type: queryOf(request, 'type'), link: queryOf(request, 'token'), target },
          reply,
        );
      });
      app.post('/verify', { preHandler: limited('verify'), bodyLimit }, async (request: Request) =>
        verified(await verifyByCall(context, bodyOf(request))),
      );
      app.setNotFoundHandler(() => {
        throw new AuthError(404, 'not_found', 'There is no such call');
      });
    },
    { prefix: '/auth/v1' },
  );
}

/** Sends the answer first: mails and texts take their time after it. */
async function answer(
  reply: FastifyReply,
  work: (after: (effect: () => void) => void) => Promise<object>,
): Promise<object> {
  const effects: (() => void)[] = [];
  const body = await work((effect) => effects.push(effect));
  // Who hangs up before the answer still gets the mail.
  reply.raw.once('close', () => {
    for (const effect of effects) effect();
  });
  return body;
}

/** What is done for a known address and not for an unknown one takes no time that shows. */
async function evenly<Outcome>(context: AuthContext, work: () => Promise<Outcome>): Promise<Outcome> {
  const began = performance.now();
  const outcome = await work();
  await onBeat(context, began);
  return outcome;
}

function settingsOf({ options }: AuthContext): object {
  return {
    external: { email: true, phone: options.phone !== 'off', anonymous_users: false },
    disable_signup: !options.isSignUpOpen,
    mailer_autoconfirm: !options.confirmEmail,
    phone_autoconfirm: options.phone === 'confirmed',
    sms_provider: options.smsHookUrl === null ? '' : 'hook',
    saml_enabled: false,
  };
}

function queryOf(request: Request, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' ? value : value?.[0];
}

function redirectOf(context: AuthContext, request: Request): string {
  const header = request.headers['redirect_to'];
  const asked = queryOf(request, 'redirect_to') ?? (typeof header === 'string' ? header : undefined);
  return context.redirect(asked, request.headers.referer);
}

function bodyOf(request: FastifyRequest): Body {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw badJson('it is not an object');
  return body as Body;
}

function badJson(detail: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`);
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (request, text, done) => {
    if (request.headers['content-encoding'] !== undefined) done(badJson('it is compressed'));
    else if (text === '') done(null, undefined);
    else {
      try {
        done(null, JSON.parse(String(text)));
      } catch (error) {
        done(badJson(error instanceof Error ? error.message : 'it is no JSON'));
      }
    }
  });
}

async function token(context: AuthContext, request: Request): Promise<object> {
  const grant = queryOf(request, 'grant_type');
  // A refused refresh signs people out, so that one is counted apart and generously.
  await context.limits.request(grant === 'refresh_token' ? 'refresh' : 'token', request.ip);
  const body = bodyOf(request);
  switch (grant) {
    case 'password':
      return signIn(context, { network: request.ip }, body);
    case 'refresh_token':
      return refreshSession(context, body['refresh_token']);
    case 'pkce':
      return exchangeCode(context, body);
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}

/** Who sends the bearer; its session is looked up every time. @throws AuthError 401 or 403. */
async function member(context: AuthContext, request: FastifyRequest): Promise<Member> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === null) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await claimsOf(context, bearer);
  if (typeof claims === 'string') {
    const detail =
      claims === 'expired' ? 'token has invalid claims: token is expired' : 'token is malformed or not ours';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`);
  }
  const { sub, session_id: sessionId } = claims;
  if (!v.is(Uuid, sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (!v.is(Uuid, sessionId))
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return memberOf(context, sub, sessionId);
}

async function verifyByCall(context: AuthContext, body: Body): Promise<Verified> {
  const [type, hash] = [body['type'], body['token_hash']];
  if (typeof type !== 'string' || type === '') throw invalid('Verify requires a verification type');
  if (typeof hash === 'string' && hash !== '') return verifyLink(context, type, hash, false);
  if (typeof body['token'] !== 'string' || body['token'] === '')
    throw invalid('Verify requires a token or a token hash');
  return verifyCode(context, body);
}

function verified(outcome: Verified): object {
  if ('session' in outcome) return outcome.session;
  return { msg: halfChanged, code: '200' };
}

function render(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AuthError ? error : authErrorOf(error);
  if (known.status >= 500) request.log.error({ err: error }, 'a sign-in request failed');
  const asked = request.headers['x-supabase-api-version'];
  return reply
    .code(known.status)
    .headers({ 'x-supabase-api-version': apiVersion, 'x-sb-error-code': known.code, ...known.headers })
    .send(errorBody(known, typeof asked === 'string' ? asked : undefined));
}

function authErrorOf(error: unknown): AuthError {
  const status = Object(error).statusCode;
  if (status === 413)
    return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${bodyLimit} bytes)`);
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AuthError(status, 'unknown', 'The request cannot be read');
  if (isBusy(error)) {
    const message = 'Too many concurrent token refresh requests on the same session or refresh token';
    return new AuthError(409, 'conflict', message);
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
}
