import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { nameOf, SessionType, Track } from '#contract/enumerations';
import { Uuid } from '#contract/values';
import type { Context } from '../domain/context.ts';
import { getLeague } from '../domain/leagues.ts';
import { getProfile } from '../domain/profiles.ts';
import { getSeason } from '../domain/seasons.ts';
import { findKept } from '../kept-builds.ts';
import { pageFiles } from '../page-files.ts';
import { Problem } from '../problem.ts';
import { listSummaries, sessionsWhere } from '../storage/sessions.ts';

/** What a shared link shows of a page, before any script runs. */
interface Preview {
  readonly title: string;
  readonly description: string;
}

/** Finds out what a page shows; null where there is nothing to show. */
type Describe = (context: Context, id: string) => Promise<Preview | null>;

const site = 'Race sessions, lap by lap, with leagues, seasons and standings for F1-style racing games.';

const fixedPages: Record<string, string> = {
  '/': 'Pitboard',
  '/home': 'Pitboard',
  '/leagues': 'Leagues · Pitboard',
  '/faq': 'FAQ · Pitboard',
  '/privacy': 'Privacy policy · Pitboard',
  '/impressum': 'Legal notice · Pitboard',
  '/tos': 'Terms of service · Pitboard',
  '/downloadInfo': 'Download App · Pitboard',
};

/** Pages of one person: nothing for searchers, and no address that holds a link's secret is passed on. */
const ownPages: Record<string, string> = {
  '/login': 'Log in · Pitboard',
  '/signup': 'Sign up · Pitboard',
  '/resetPassword': 'Reset your password · Pitboard',
  '/resetPasswordConfirm': 'Set a new password · Pitboard',
  '/dashboard': 'Dashboard · Pitboard',
  '/dashboard/profileInit': 'Choose a name · Pitboard',
  '/dashboard/settings': 'Settings · Pitboard',
};

const pagesOfThings: Record<string, Describe> = {
  '/leagues/:id': async (context, id) => {
    const { value } = await getLeague(context, id);
    return { title: value.name, description: value.description?.trim() || `A league with its seasons. ${site}` };
  },
  '/seasons/:id': async (context, id) => {
    const { value } = await getSeason(context, id);
    const leader = value.standings.drivers[0];
    const rounds = `${value.events.length} ${value.events.length === 1 ? 'round' : 'rounds'}`;
    const lead = leader === undefined ? '' : `, ${leader.name} leads with ${leader.points} points`;
    return { title: value.name, description: `Standings and results: ${rounds}${lead}.` };
  },
  '/sessions/:id': async (context, id) => {
    const [session] = await listSummaries(context.transaction, sessionsWhere.withIds([id]), 1);
    if (session === undefined) return null;
    const track = spaced(nameOf(Track, session.trackId) ?? 'Unknown');
    const type = spaced(nameOf(SessionType, session.sessionType) ?? 'Session');
    const first = session.podium[0];
    const day = session.sessionStartTime.slice(0, 10);
    const won = first === undefined ? '' : `${first.name} first. `;
    return { title: `${track} ${type}, ${day}`, description: `${won}Results, laps, tyres and penalties.` };
  },
  '/user/:id': async (context, id) => {
    const { username } = await getProfile(context, id);
    return { title: username ?? 'A driver', description: 'Sessions, leagues and bests.' };
  },
};

function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, ' ');
}

interface PageDependencies {
  readonly dist: string;
  readonly publicUrl: string;
  /** Folders of older builds' files. */
  readonly builds: readonly string[];
  readonly killsWorker: boolean;
  /** Anonymous: what a link shows must be the same to everybody who gets it. */
  readonly anonymous: () => Context;
}

/** Ends itself and empties its caches; what people keep in the device's database stays. */
const selfDestroying = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
    })(),
  );
});
`;

/** Serves the built app: assets for ever, pages with their own head, 404 as status where there is none (design §4). */
export async function mountPages(app: FastifyInstance, dependencies: PageDependencies): Promise<void> {
  const { dist, publicUrl, builds, killsWorker, anonymous } = dependencies;
  const indexFile = join(dist, 'index.html');
  const index = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : null;
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (/^\/(api|auth|rest)(\/|$)/.test(path) || !isPage || index === null) {
      throw new Problem(404, 'Not Found', 'There is no such call.');
    }
    // A missing file must never be answered with a page: an old tab would take it for a script.
    const name = /^\/assets\/([^/]+)$/.exec(path)?.[1];
    const folder = name === undefined ? null : findKept(builds, name);
    if (name !== undefined && folder !== null) return reply.sendFile(name, folder);
    if (path.startsWith('/assets/') || /\.\w{1,11}$/.test(path)) {
      return reply.code(404).header('cache-control', 'no-cache').type('text/plain').send('Not found\n');
    }
    return page(request, reply, 404, missing);
  });
  if (index === null) return;
  // Pages of such a server ask for no worker again.
  const html = killsWorker
    ? index.replace('<!--head-->', '<meta name="pitboard-worker" content="off">\n    $&')
    : index;

  const filesAhead = pageFiles(dist);
  // Before the file itself is known to the router: a worker that does harm is taken away by what stands in its place.
  if (killsWorker)
    app.get('/sw.js', (_, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(selfDestroying),
    );
  await app.register(fastifyStatic, {
    root: dist,
    globIgnore: killsWorker ? ['**/sw.js'] : [],
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/') || builds.some((folder) => path.startsWith(folder));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  function page(request: FastifyRequest, reply: FastifyReply, status: number, preview: Preview): FastifyReply {
    const path = request.url.split('?')[0] ?? '/';
    reply.code(status).headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    const { scripts, reads } = filesAhead(status === 200 ? path : '');
    const ahead = [
      // As the app asks for them: with another mode it would ask once more.
      ...reads.map((address) => `<link rel="preload" as="fetch" crossorigin href="${escaped(address)}">`),
      ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escaped(file)}">`),
    ];
    return reply.type('text/html; charset=utf-8').send(filled(html, preview, `${publicUrl}${path}`, status, ahead));
  }
  const missing = { title: 'Not found · Pitboard', description: site };

  for (const [path, title] of Object.entries(fixedPages)) {
    app.get(path, (request, reply) => page(request, reply, 200, { title, description: site }));
  }
  for (const [path, title] of Object.entries(ownPages)) {
    app.get(path, (request, reply) => {
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      return page(request, reply, 200, { title, description: site });
    });
  }
  app.get('/search/:text', (request, reply) =>
    page(request, reply, 200, { title: 'Search · Pitboard', description: site }),
  );
  for (const [path, describe] of Object.entries(pagesOfThings)) {
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const { id } = request.params;
      const preview = v.is(Uuid, id) ? await describe(anonymous(), id).catch(absent) : null;
      if (preview === null) return page(request, reply, 404, missing);
      return page(request, reply, 200, { ...preview, title: `${preview.title} · Pitboard` });
    });
  }
}

function absent(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The head that a shared link needs, in the place that index.html leaves for it. */
function filled(
  index: string,
  { title, description }: Preview,
  address: string,
  status: number,
  ahead: readonly string[],
): string {
  const short = [...description.replaceAll(/\s+/g, ' ')].slice(0, 200).join('');
  const image = `${new URL(address).origin}/og.png`;
  const head = [
    `<meta name="description" content="${escaped(short)}">`,
    `<meta property="og:site_name" content="Pitboard">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(short)}">`,
    `<meta property="og:image" content="${escaped(image)}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    ...(status === 200
      ? [`<link rel="canonical" href="${escaped(address)}">`, `<meta property="og:url" content="${escaped(address)}">`]
      : ['<meta name="robots" content="noindex">']),
  ];
  return (
    index
      .replace(/<title>.*?<\/title>/s, () => `<title>${escaped(title)}</title>`)
      .replace(/<!--head-->.*?<!--\/head-->/s, () => head.join('\n    '))
      // After what every page needs: a browser asks for six things at a time.
      .replace('</head>', () => `${ahead.map((link) => `  ${link}\n  `).join('')}</head>`)
  );
}
