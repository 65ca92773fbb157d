import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Uuid } from '#contract/values/values';
import { closeSignal } from '../http/close-signal.ts';
import { isCompressed } from '../http/json-parser.ts';
import { hasTooManyValues } from '../http/json-size.ts';
import { hashToken } from '../tokens/secrets.ts';
import { AuthError } from './auth-error.ts';
import { parseBearer, verifyBearer } from './bearer.ts';
import type { Body } from './body-fields.ts';
import type { AuthContext, MailTarget, Requester } from './context.ts';
import { findMember, type Member } from './members.ts';

/** A request to an endpoint of the sign-in. */
export type AuthRequest = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

/** The maximum size of a body, 1 MiB. */
export const bodyLimit = 1_048_576;
/** These bodies need no token, so parsing must be cheap. */
const maxValues = { containers: 5_000, commas: 50_000 };

/** Adds a parser that reads every body as JSON, because the client does not always send a content type. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body: Buffer, done) => {
    const text = body.toString();
    if (isCompressed(request.headers)) done(badJson('it is compressed'));
    else if (text === '') done(null, undefined);
    else if (hasTooManyValues(body, maxValues)) done(badJson('it has too many values'));
    else {
      try {
        done(null, JSON.parse(text));
      } catch (error) {
        done(badJson(error instanceof Error ? error.message : 'it is not JSON'));
      }
    }
  });
}

/** The body of a request; an absent one is an empty object. @throws AuthError 400. */
export function readBody(request: FastifyRequest): Body {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw badJson('it is not an object');
  return body as Body;
}

function badJson(detail: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`);
}

/** The first value of a query parameter. */
export function readQuery(request: AuthRequest, name: string): string | undefined {
  const value = request.query[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** The address that the links of this request's mails lead to. */
export function readRedirect(context: AuthContext, request: AuthRequest): string {
  const header = request.headers['redirect_to'];
  const requested = readQuery(request, 'redirect_to') ?? (typeof header === 'string' ? header : undefined);
  return context.chooseRedirect(requested, request.headers.referer);
}

/** The target of the links in this request's mails, and the client that requests them. */
export function readTarget(context: AuthContext, request: AuthRequest, reply: FastifyReply): MailTarget {
  const invite = request.headers['x-pitboard-invite'];
  const isInvite = typeof invite === 'string' && /^[\w-]{43}$/.test(invite);
  return {
    ...readRequester(request, reply),
    redirectTo: readRedirect(context, request),
    inviteHash: isInvite ? hashToken(invite) : null,
  };
}

/** The client of a request. */
export function readRequester(request: FastifyRequest, { raw }: FastifyReply): Requester {
  return { client: request.ip, deviceHash: readDevice(request), gone: closeSignal(raw) };
}

/** The hash of the device id that the app sends with sign-ups and confirmations; null from other clients. */
export function readDevice({ headers }: FastifyRequest): string | null {
  const device = headers['x-pitboard-device'];
  return typeof device === 'string' && /^[\w-]{22,64}$/.test(device) ? hashToken(device) : null;
}

/** The user of the request's token. The login is looked up each time. @throws AuthError 401 or 403. */
export async function requireMember(context: AuthContext, request: FastifyRequest): Promise<Member> {
  const bearer = parseBearer(request.headers.authorization);
  if (bearer === null) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await verifyBearer(context, bearer);
  if (typeof claims === 'string') {
    const detail =
      claims === 'expired' ? 'token has invalid claims: token is expired' : 'token is malformed or of another issuer';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`);
  }
  const { sub, session_id: loginId } = claims;
  if (!v.is(Uuid, sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  if (!v.is(Uuid, loginId))
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  return findMember(context, sub, loginId);
}
