import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../problem.ts';
import type { KeptMail, Mailer } from './mailer.ts';

/** Mails that nobody sends, for who sits at this machine; a proxy in front, or another name, means that somebody else does. */
export function mountOutbox(app: FastifyInstance, mailer: Mailer): void {
  app.get('/outbox', async (request, reply) => {
    if (!isHere(request)) throw notFound();
    const mails = mailer.outbox() ?? [];
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (String(request.headers.accept).includes('application/json')) return mails;
    return reply.type('text/html; charset=utf-8').send(pageOf(mails));
  });
}

function isHere({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  // A page elsewhere whose name was made to point here would ask by that name.
  const isByName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  return isLoopback && isByName && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function pageOf(mails: readonly KeptMail[]): string {
  const items = mails.map(({ at, to, subject, code, link }) => {
    const action = link === null ? '' : `<p><a href="${escaped(link)}">Open the link</a></p>`;
    const head = `<h2>${escaped(subject)}</h2><p>to ${escaped(to)}, ${escaped(at)}</p>`;
    return `<li>${head}${action}<p>Code ${escaped(code)}</p></li>`;
  });
  const body = items.length === 0 ? '<p>No mail yet.</p>' : `<ul>${items.join('')}</ul>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark"><title>Outbox · Pitboard</title></head><body><h1>Outbox</h1><p>No mail server is set (SMTP_URL), so mails stay here until the server stops.</p>${body}</body></html>`;
}
