import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { AuthError, invalid } from './auth-error.ts';
import type { Body } from './body-fields.ts';
import { type AfterResponse, type AuthContext, inFixedTime, refuseInFixedTime } from './context.ts';
import type { LimitedKind } from './limits.ts';
import { refreshLogin } from './logins.ts';
import { type Member, signOut } from './members.ts';
import { mountAbsent } from './mount-absent.ts';
import { reauthenticate, recover } from './recover.ts';
import { renderAuthError } from './render-error.ts';
import {
  type AuthRequest,
  addBodyParser,
  bodyLimit,
  readBody,
  readDevice,
  readQuery,
  readRequester,
  readTarget,
  requireMember,
} from './requests.ts';
import { resend } from './resend.ts';
import { exchangeCode, signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { userView } from './user-view.ts';
import { partialChangeMessage, type Verified, verifyCode, verifyLink } from './verify.ts';
import { verifyByVisit } from './verify-visit.ts';

/** Adds the endpoints of the sign-in, compatible with the Supabase client. */
export async function mountAuth(root: FastifyInstance, context: AuthContext, version: string): Promise<void> {
  await root.register(
    async (app) => {
      app.setErrorHandler((error, request, reply) => renderAuthError(error, request, reply));
      addBodyParser(app);
      app.addHook('onSend', async (_, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      const limit = (kind: LimitedKind) => async (request: FastifyRequest) =>
        context.limits.countRequest(kind, request.ip);

      app.get('/health', async () => ({ version, name: 'GoTrue', description: 'Sign-in of a Pitboard server' }));
      app.get('/settings', async () => readSettings(context));
      app.get('/.well-known/jwks.json', (_, reply) =>
        reply.header('cache-control', 'public, max-age=600').send(context.keys.published),
      );
      app.post('/token', { bodyLimit }, (request: AuthRequest, reply) => createToken(context, request, reply));
      app.post('/logout', { bodyLimit }, async (request: AuthRequest, reply) => {
        await signOut(context, await requireMember(context, request), readQuery(request, 'scope') ?? 'global');
        return reply.code(204).send();
      });
      // A link works once: programs that look at it before its reader must not redeem it.
      app.get('/verify', { preHandler: limit('verify'), exposeHeadRoute: false }, (request: AuthRequest, reply) =>
        verifyByVisit(context, request, reply),
      );
      app.post('/verify', { preHandler: limit('verify'), bodyLimit }, async (request: AuthRequest) =>
        toResponse(
          await refuseInFixedTime(context, () => verifyByCall(context, readBody(request), readDevice(request))),
        ),
      );
      app.get('/user', async (request) => userView((await requireMember(context, request)).user));
      mountMailingEndpoints(app, context, limit);
      mountAbsent(app, context);
      app.setNotFoundHandler(() => {
        throw new AuthError(404, 'not_found', 'There is no such call');
      });
    },
    { prefix: '/auth/v1' },
  );
}

/** Adds the endpoints that send mails or text messages. */
function mountMailingEndpoints(
  app: FastifyInstance,
  context: AuthContext,
  limit: (kind: LimitedKind) => preHandlerAsyncHookHandler,
): void {
  const ofSignUps = { preHandler: limit('signUps'), bodyLimit };
  const options = { preHandler: limit('others'), bodyLimit };
  app.post('/signup', ofSignUps, (request: AuthRequest, reply) =>
    respond(reply, (afterResponse) =>
      inFixedTime(context, () =>
        signUp(context, readBody(request), readTarget(context, request, reply), afterResponse),
      ),
    ),
  );
  app.post('/recover', options, (request: AuthRequest, reply) =>
    respond(reply, (afterResponse) =>
      inFixedTime(context, async () => {
        await recover(context, readBody(request), readTarget(context, request, reply), afterResponse);
        return {};
      }),
    ),
  );
  app.post('/resend', ofSignUps, (request: AuthRequest, reply) =>
    respond(reply, (afterResponse) =>
      inFixedTime(context, async () => {
        const member = await findRequestMember(context, request);
        return resend(context, readBody(request), { ...readTarget(context, request, reply), member }, afterResponse);
      }),
    ),
  );
  app.put('/user', options, async (request: AuthRequest, reply) => {
    const member = await requireMember(context, request);
    return respond(reply, (afterResponse) =>
      updateUser(context, member, readBody(request), readTarget(context, request, reply), afterResponse),
    );
  });
  app.get('/reauthenticate', options, async (request, reply) => {
    const member = await requireMember(context, request);
    return respond(reply, async (afterResponse) => {
      await reauthenticate(context, member, request.ip, afterResponse);
      return {};
    });
  });
}

/** The user of the request's token; null without a valid one. */
async function findRequestMember(context: AuthContext, request: FastifyRequest): Promise<Member | null> {
  try {
    return await requireMember(context, request);
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

/** Sends the response before mails and text messages, so that its time does not show whether one is sent. */
async function respond(reply: FastifyReply, work: (afterResponse: AfterResponse) => Promise<object>): Promise<object> {
  const effects: (() => void)[] = [];
  const body = await work((effect) => effects.push(effect));
  // 'close' also fires when the client disconnects before the response.
  reply.raw.once('close', () => {
    for (const effect of effects) effect();
  });
  return body;
}

function readSettings({ options }: AuthContext): object {
  return {
    external: { email: true, phone: options.phone !== 'off', anonymous_users: false },
    disable_signup: !options.isSignUpOpen,
    mailer_autoconfirm: !options.confirmEmail,
    phone_autoconfirm: options.phone === 'confirmed',
    sms_provider: options.smsHookUrl === null ? '' : 'hook',
    saml_enabled: false,
  };
}

async function createToken(context: AuthContext, request: AuthRequest, reply: FastifyReply): Promise<object> {
  const grant = readQuery(request, 'grant_type');
  // Refreshes have a higher limit of their own, because a refused refresh logs the user out.
  if (grant !== 'password')
    await context.limits.countRequest(grant === 'refresh_token' ? 'refresh' : 'token', request.ip);
  const body = readBody(request);
  switch (grant) {
    case 'password':
      return signIn(context, readRequester(request, reply), body);
    case 'refresh_token':
      return refreshLogin(context, body['refresh_token']);
    case 'pkce':
      return exchangeCode(context, body);
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}

async function verifyByCall(context: AuthContext, body: Body, deviceHash: string | null): Promise<Verified> {
  const [type, hash] = [body['type'], body['token_hash']];
  if (typeof type !== 'string' || type === '') throw invalid('Verify requires a verification type');
  if (typeof hash === 'string' && hash !== '') return verifyLink(context, { type, token: hash, deviceHash }, false);
  if (typeof body['token'] !== 'string' || body['token'] === '')
    throw invalid('Verify requires a token or a token hash');
  return verifyCode(context, body, deviceHash);
}

function toResponse(outcome: Verified): object {
  if ('login' in outcome) return outcome.login;
  return { msg: partialChangeMessage, code: '200' };
}
