import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Uuid } from '#contract/values/values';
import { renderError, startErrorReply } from '../http/error-handler.ts';
import { forbidden, invalid, Overload, type Problem } from '../http/problem.ts';
import { type OperatorView, operatorStyle, renderOperatorLogin, renderOperatorPage } from './operator-page.ts';

/** The page's report on the last action. */
type Said = Pick<OperatorView, 'done' | 'fault' | 'inviteLink'>;

/** The actions of the page. Each function throws a Problem where it cannot. */
interface Operations {
  readonly view: (search: string) => Promise<Omit<OperatorView, keyof Said>>;
  readonly block: (userId: string) => Promise<void>;
  readonly unblock: (userId: string) => Promise<void>;
  readonly remove: (userId: string) => Promise<void>;
  /** Returns the link. */
  readonly invite: (days: number) => Promise<string>;
  readonly revoke: (id: string) => Promise<void>;
  /** Returns what the mail server said, in words. */
  readonly testMail: (to: string) => Promise<string>;
}

interface OperatorPage {
  readonly token: string;
  /** A secret from this server's keys: all servers that share them accept a login. */
  readonly secret: Buffer;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** The logins that have not ended, by id: a cookie alone would stay valid after it was taken back from the browser. */
  readonly logins: {
    /** Returns its id, of 43 letters. */
    readonly begin: () => Promise<string>;
    readonly has: (id: string) => Promise<boolean>;
    readonly end: (id: string) => Promise<void>;
  };
  /** Counts a login. @throws Problem 429. */
  readonly countLogin: (address: string) => Promise<void>;
  readonly audit: (event: string, about: object) => void;
  readonly operations: Operations;
}

const cookieName = 'pitboard_operator';
/** A login lasts so long, in s. */
export const operatorLoginLifetime = 8 * 3_600;
/** The largest form has a token or an address. */
const formLimit = 4_096;

const doneWords: Readonly<Record<string, string>> = {
  block: 'The user is blocked: nothing of theirs is logged in any more.',
  unblock: 'The user can log in again.',
  delete: 'The user is deleted.',
  revoke: 'The invitation is revoked.',
};

const digest = (text: string) => createHash('sha256').update(text).digest();
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

/**
 * Adds the page of the operator, without a script: a login by token gives a cookie that no other site can send along, and a
 * form of another site is refused besides.
 */
export async function mountOperator(root: FastifyInstance, page: OperatorPage): Promise<void> {
  const { operations, audit, logins } = page;
  const sign = (expiresAt: string, id: string) =>
    createHmac('sha256', page.secret).update(`operator ${expiresAt} ${id} ${page.token}`).digest('base64url');
  const seconds = () => Math.floor(page.now().getTime() / 1_000);
  /** The id of the login of a request; null without a valid one. */
  const findLogin = async ({ headers }: FastifyRequest): Promise<string | null> => {
    const values = `${cookieName}=(\\d{1,12})\\.([\\w-]{43})\\.([\\w-]{43})`;
    const cookie = new RegExp(`(?:^|; *)${values}(?:;|$)`).exec(headers.cookie ?? '');
    const [, expiresAt = '0', id = '', signature = ''] = cookie ?? [];
    const isSigned = Number(expiresAt) > seconds() && isEqual(signature, sign(expiresAt, id));
    return isSigned && (await logins.has(id)) ? id : null;
  };
  const setCookie = (reply: FastifyReply, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      `${cookieName}=${value}; Path=/operator; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${page.publicUrl.startsWith('https:') ? '; Secure' : ''}`,
    );
  const show = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html);
  const showPage = async (reply: FastifyReply, search: string, said: Partial<Said>) => {
    const nothing: Said = { done: null, fault: null, inviteLink: null };
    return show(reply, renderOperatorPage({ ...(await operations.view(search)), ...nothing, ...said }));
  };

  root.get('/operator/style.css', (_, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(operatorStyle),
  );
  await root.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // The page shows why a form was refused, and keeps the search.
    app.setErrorHandler(async (error: FastifyError | Problem, request, reply) => {
      if (request.method !== 'POST' || !isOwnForm(request, page.publicUrl)) return renderError(error, request, reply);
      const fault = faultOf(startErrorReply(error, request, reply));
      if ((await findLogin(request)) === null) return show(reply, renderOperatorLogin(fault));
      return showPage(reply, fieldOf(request, 'q'), { fault });
    });
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin');
      if (request.method === 'POST' && !isOwnForm(request, page.publicUrl))
        throw forbidden('This form is not of this site.');
      const isLogin = request.url.split('?')[0] === '/operator/login';
      if (isLogin || (await findLogin(request)) !== null) return;
      if (request.method === 'POST') throw forbidden('Log in as the operator first: nothing was done.');
      await show(reply.code(401), renderOperatorLogin(null));
    });
    const options = { bodyLimit: formLimit, config: { readsBody: true } };
    app.get<{ Querystring: { q?: string; done?: string } }>('/operator', async ({ query }, reply) =>
      showPage(reply, String(query.q ?? ''), { done: doneWords[String(query.done)] ?? null }),
    );
    app.post('/operator/login', options, async (request, reply) => {
      await page.countLogin(request.ip);
      if (!isEqual(fieldOf(request, 'token'), page.token)) {
        audit('operator: wrong token', { address: request.ip });
        return show(reply.code(401), renderOperatorLogin('That is not the token.'));
      }
      audit('operator: logged in', { address: request.ip });
      const id = await logins.begin();
      const expiresAt = String(seconds() + operatorLoginLifetime);
      const value = `${expiresAt}.${id}.${sign(expiresAt, id)}`;
      return setCookie(reply, value, operatorLoginLifetime).redirect('/operator', 303);
    });
    app.post('/operator/logout', options, async (request, reply) => {
      const id = await findLogin(request);
      if (id !== null) await logins.end(id);
      audit('operator: logged out', {});
      return setCookie(reply, '', 0).redirect('/operator', 303);
    });
    app.post('/operator/users', options, async (request, reply) => {
      const [action, userId] = [fieldOf(request, 'action'), idOf(request)];
      if (action === 'block') await operations.block(userId);
      else if (action === 'unblock') await operations.unblock(userId);
      else if (action === 'delete') await operations.remove(userId);
      else throw invalid([{ path: 'action', message: 'must be block, unblock or delete' }]);
      audit(`operator: ${action}`, { userId });
      const search = fieldOf(request, 'q');
      return reply.redirect(
        `/operator?${new URLSearchParams({ done: action, ...(search === '' ? {} : { q: search }) })}`,
        303,
      );
    });
    app.post('/operator/invites', options, async (request, reply) => {
      const days = Number(fieldOf(request, 'days'));
      if (!Number.isInteger(days) || days < 1 || days > 90)
        throw invalid([{ path: 'days', message: 'must be a number from 1 to 90' }]);
      const inviteLink = await operations.invite(days);
      audit('operator: invited', { days });
      return showPage(reply, '', { inviteLink });
    });
    app.post('/operator/invites/revoke', options, async (request, reply) => {
      await operations.revoke(idOf(request));
      audit('operator: revoked an invitation', {});
      return reply.redirect('/operator?done=revoke', 303);
    });
    app.post('/operator/mail', options, async (request, reply) => {
      const done = await operations.testMail(fieldOf(request, 'to'));
      audit('operator: tried the mail server', {});
      return showPage(reply, '', { done });
    });
  });
}

/** Why a form was refused, in words. */
function faultOf(problem: Problem): string {
  if (problem.status === 404) return 'That is not there any more.';
  if (problem.status < 500 || problem instanceof Overload) return problem.message;
  return problem.status === 503
    ? 'The database does not answer: try again later.'
    : 'The server made an error, which its log explains.';
}

/**
 * A browser says where a form is from: the page that this request came to, or the one at the public address. Proxies pass on Host
 * with or without the port.
 */
function isOwnForm({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = (body as Readonly<Record<string, string>> | null | undefined)?.[name];
  return value ?? '';
}

/** @throws Problem 400. */
function idOf(request: FastifyRequest): string {
  const id = fieldOf(request, 'id');
  if (!v.is(Uuid, id)) throw invalid([{ path: 'id', message: 'must be an id' }]);
  return id;
}
