import type { FastifyInstance } from 'fastify';
import { pages, unlistedPaths } from '#contract/pages/routes';
import { escapeHtml } from './page-html.ts';

interface SiteFiles {
  readonly publicUrl: string;
  /** Where faults of security are reported; null: there is no such file. */
  readonly contact: string | null;
  readonly now: () => Date;
}

/** A security.txt is valid for so long, in ms: it is made anew for each reader. */
const validity = 180 * 24 * 3_600_000;

/** Adds the files that search engines, browsers and finders of faults look for. */
export function mountSiteFiles(app: FastifyInstance, { publicUrl, contact, now }: SiteFiles): void {
  const locations = Object.values(pages)
    .filter(({ path, isIndexed }) => isIndexed && !path.includes('{'))
    .map(({ path }) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>`;
  app.get('/sitemap.xml', (_, reply) => reply.type('application/xml; charset=utf-8').send(sitemap));
  const rules = ['User-agent: *', 'Allow: /', ...unlistedPaths.map((path) => `Disallow: ${path}`)];
  const robots = `${[...rules, `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`;
  app.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  // Some programs ask for it, whatever the page says.
  app.get('/favicon.ico', (_, reply) => reply.redirect('/favicon.png', 301));
  if (contact === null) return;
  app.get('/.well-known/security.txt', (_, reply) => {
    const expires = new Date(now().getTime() + validity).toISOString();
    const lines = [`Contact: mailto:${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
    const canonical = `Canonical: ${publicUrl}/.well-known/security.txt`;
    return reply.type('text/plain; charset=utf-8').send(`${[...lines, canonical].join('\n')}\n`);
  });
}
