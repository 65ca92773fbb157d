import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../http/problem.ts';
import type { Mailer, StoredMail } from './mailer.ts';

/** Adds the page that shows mails that were not sent. Only requests from this machine get it. */
export function mountOutbox(app: FastifyInstance, mailer: Mailer): void {
  app.get('/outbox', async (request, reply) => {
    if (!isLocal(request)) throw notFound();
    const mails = mailer.outbox() ?? [];
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (String(request.headers.accept).includes('application/json')) return mails;
    return reply.type('text/html; charset=utf-8').send(renderPage(mails));
  });
}

/** Headers that proxies add. */
const proxyHeader = /^(x-forwarded-|forwarded$|x-real-ip$|x-client-ip$|true-client-ip$|cf-|via$)/;

/** Returns whether a request was sent from this machine, without a proxy. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  // DNS rebinding: a page elsewhere can reach this server by a host name of its own.
  const isLocalName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  const isProxied = Object.keys(headers).some((name) => proxyHeader.test(name));
  return isLoopback && isLocalName && !isProxied;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function renderPage(mails: readonly StoredMail[]): string {
  const items = mails.map(({ at, to, subject, code, link }) => {
    const action = link === null ? '' : `<p><a href="${escapeHtml(link)}">Open the link</a></p>`;
    const head = `<h2>${escapeHtml(subject)}</h2><p>to ${escapeHtml(to)}, ${escapeHtml(at)}</p>`;
    return `<li>${head}${action}<p>Code ${escapeHtml(code)}</p></li>`;
  });
  const body = items.length === 0 ? '<p>No mail yet.</p>' : `<ul>${items.join('')}</ul>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark"><title>Outbox · Pitboard</title></head><body><h1>Outbox</h1><p>No mail server is configured (SMTP_URL), so mails are shown here until the server stops.</p>${body}</body></html>`;
}
