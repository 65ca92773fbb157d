import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AffectedRead, ReadCall } from '#contract/calls/call';
import type { RenderedPage } from '#contract/pages/rendered-page';
import { type FirstRead, isAppPage, matchPage, type PageMatch, pageRoute, renderedHref } from '#contract/pages/routes';
import { momentHref } from '#contract/race/replay/moment';
import type { Context } from '../domain/context.ts';
import { SharedBody } from '../http/bodies.ts';
import { chooseEncoding } from '../http/compression.ts';
import { etagOf, isNotModified } from '../http/conditional.ts';
import type { InlineSources } from '../http/headers.ts';
import { noSuchCall } from '../http/problem.ts';
import { noWorkerTag, selfDestroyingWorker } from './kill-switch.ts';
import { createPageFiles } from './page-files.ts';
import { pageHtml } from './page-html.ts';
import { notFoundPreview, partInAddress, previewOf, shownReads } from './page-previews.ts';
import { PageRenderer, readPage } from './page-renderer.ts';
import { findBuildWith, type StoredBuilds } from './previous-builds.ts';
import { mountShareTarget } from './share-target.ts';

interface CachedPage {
  readonly key: string;
  readonly reads: readonly AffectedRead[];
  readonly compute: () => Promise<{ readonly body: SharedBody }>;
}

interface PageDependencies {
  readonly builds: StoredBuilds;
  readonly publicUrl: string;
  readonly killsWorker: boolean;
  /** Finds a page in the cache; otherwise it is created in a turn of this address, and is dropped when one of its reads changes. */
  readonly findInTurn: (address: string, page: CachedPage) => Promise<{ readonly body: SharedBody }>;
  /** The HTML of a page is the same for every visitor, so it shows only public data. */
  readonly createAnonymousContext: () => Context;
  /** The answer of a read as a visitor gets it; null where there is none. */
  readonly readPublic: (read: FirstRead) => Promise<Omit<RenderedPage['answers'][number], 'address'> | null>;
  /** The content security policy of pages with styles and a script from these sources. */
  readonly policyWith: (sources: InlineSources) => string;
  /** Whether the response cache holds the answers of a read for visitors. */
  readonly isCached: (call: ReadCall) => boolean;
  readonly now: () => Date;
}

/** How long a rendered page is used, in ms; one that shows running races shorter. */
const renderedLifetime = 60_000;
const liveLifetime = 2_000;

/** Whether a request asks for a page: neither for the API nor for a file of a build. */
export function isPageRequest({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !/^\/(?:(?:api|auth|rest)(?:\/|\?|$)|assets\/[^?])/.test(url);
}

/**
 * Serves the built app: its files, and for every other path the HTML of the page that the table of pages has for it.
 * @returns sends the Not Found page, for URLs that no route can match.
 */
export async function mountPages(
  app: FastifyInstance,
  dependencies: PageDependencies,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const { builds, publicUrl, killsWorker, findInTurn, createAnonymousContext, readPublic, isCached } = dependencies;
  const dist = builds.current;
  app.setNotFoundHandler((request) => {
    throw noSuchCall(request);
  });
  if (dist === null)
    return (request) => {
      throw noSuchCall(request);
    };
  const built = readFileSync(join(dist, 'index.html'), 'utf8');
  const index = killsWorker ? built.replace('<!--head-->', `${noWorkerTag}\n    $&`) : built;
  const overlayFile = join(dist, 'overlay.html');
  const overlay = existsSync(overlayFile) ? readFileSync(overlayFile, 'utf8') : '';
  const renderer = PageRenderer.of(dist);
  const renderedPolicy = renderer === null ? '' : dependencies.policyWith(renderer.sources);
  const htmlOf = ({ name }: PageMatch) => (isAppPage(name) ? index : overlay);
  const filesOf = createPageFiles(dist);

  function sendNotFound(_: FastifyRequest, reply: FastifyReply): FastifyReply {
    const files = { scripts: [], reads: [] };
    const html = pageHtml(index, { preview: notFoundPreview, address: null, publicUrl, files });
    return withPageHeaders(reply.code(404)).send(html);
  }

  async function sendPage(page: PageMatch, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!page.isCanonical) return reply.redirect(page.canonicalPath + queryOf(request.url), 308);
    const isMissing = page.name === 'notFound';
    // Any path may be asked for: all that have no page share one.
    const shown = isMissing ? { ...page, canonicalPath: '/404' } : page;
    const rendered = renderer === null ? null : renderedHref(shown, queryOf(request.url));
    const found = await findHtml(shown, request, rendered);
    // On a stream a page in words would cover the game. The overlay may be there before its race.
    if (found === null && !isAppPage(page.name)) return withPageHeaders(reply.code(404)).send(overlay);
    if (found === null) return sendNotFound(request, reply);
    if (isMissing) reply.code(404);
    if (!pageRoute(page.name).isIndexed) {
      // Paths and queries of these pages can be private: a search text, the secret of a link in an e-mail.
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    if (rendered !== null) reply.header('content-security-policy', renderedPolicy);
    return sendHtml(request, reply, found);
  }

  /** The HTML of a page with its content; null where that cannot be rendered. */
  async function render(page: PageMatch, href: string, html: string): Promise<string | null> {
    try {
      const data = await readPage(page, dependencies.now().getTime(), readPublic);
      return (await renderer?.render(html, href, data)) ?? null;
    } catch (error) {
      app.log.error({ err: error, page: page.name }, 'a page was sent without its content');
      return null;
    }
  }

  /**
   * The HTML of a page, from the cache; null when there is nothing to show on it. `rendered` is the address that it is
   * rendered for; null for a page without its content.
   */
  async function findHtml(
    page: PageMatch,
    { ip, url }: FastifyRequest,
    rendered: string | null,
  ): Promise<SharedBody | null> {
    const part = partInAddress(page, url);
    const { carIndex, moment } = part;
    const driver = carIndex === null ? '' : `?driver=${carIndex}`;
    const address = page.canonicalPath + driver + (moment === null ? '' : momentHref(moment));
    const key = rendered === null ? address : rendered + renderedKeyOf(page);
    const reads =
      rendered !== null ? [...shownReads(page), ...(pageRoute(page.name).reads?.(page.id) ?? [])] : shownReads(page);
    const compute = async () => {
      const preview = await previewOf(page, createAnonymousContext(), part);
      if (preview === null) throw new NoPage();
      const files = filesOf(page);
      const canonical = page.name === 'notFound' ? null : publicUrl + page.canonicalPath;
      const htmlWith = (preloads: readonly string[]) =>
        pageHtml(htmlOf(page), { preview, address: canonical, publicUrl, files: { ...files, reads: preloads } });
      // The answers are in a rendered page: the browser need not ask for them.
      const content = rendered === null ? null : await render(page, rendered, htmlWith([]));
      return { body: new SharedBody(content ?? htmlWith(files.reads)) };
    };
    try {
      const { body } =
        rendered !== null || isCacheable(page) ? await findInTurn(ip, { key, reads, compute }) : await compute();
      return body;
    } catch (error) {
      if (error instanceof NoPage) return null;
      throw error;
    }
  }

  /**
   * A rendered page says how far its times are away. It is rendered again after a minute; with running races, for whose
   * changes no write is announced, after two seconds.
   */
  function renderedKeyOf({ name, id }: PageMatch): string {
    const isLive =
      pageRoute(name)
        .reads?.(id)
        .some((read) => !isCached(read.call)) === true;
    return ` rendered ${Math.floor(dependencies.now().getTime() / (isLive ? liveLifetime : renderedLifetime))}`;
  }

  // The kill switch comes first: the router keeps the first handler of a path.
  if (killsWorker) {
    app.get('/sw.js', (_, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(selfDestroyingWorker),
    );
  }
  await app.register(fastifyStatic, {
    root: dist,
    // The server makes it; the file of an older build would be a second route of that address.
    globIgnore: ['robots.txt', ...(killsWorker ? ['**/sw.js'] : [])],
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = builds.assets.some((folder) => path.startsWith(folder));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  await mountShareTarget(app);
  // An old tab must not get a page instead of a missing script.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    const folder = findBuildWith(builds.assets, name);
    if (folder !== null) return reply.sendFile(name, folder);
    return reply.code(404).header('cache-control', 'no-cache').type('text/plain').send('Not found\n');
  });
  app.get('/*', (request, reply) => {
    if (!isPageRequest(request)) throw noSuchCall(request);
    return sendPage(matchPage(request.url.split('?')[0] ?? '/'), request, reply);
  });
  return sendNotFound;
}

class NoPage extends Error {}

/** The address of a search is any text, and live sessions change all the time: rendered ones are kept for two seconds. */
function isCacheable({ name }: PageMatch): boolean {
  return !['search', 'liveSession', 'overlay', 'overlayUser'].includes(name);
}

async function sendHtml(request: FastifyRequest, reply: FastifyReply, body: SharedBody): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'], body.length);
  const etag = etagOf(null, body, encoding);
  withPageHeaders(reply).header('etag', etag);
  if (isNotModified(request.headers, etag)) return reply.code(304).removeHeader('content-type').send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body.bytes(encoding));
}

function withPageHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' }).type('text/html; charset=utf-8');
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
