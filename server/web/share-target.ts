import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The page that takes shared files; the manifest of the app names it as well. */
const path = '/dashboard/sessions';

/**
 * Answers files that the service worker does not store: another website sent them, or there is no service worker, such
 * as behind the kill switch. No file is stored, and the page reports that.
 */
export async function mountShareTarget(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read to its end: a browser that is still sending does not see the answer.
    scope.addContentTypeParser('*', (_, payload, done) => {
      payload.resume();
      payload.once('end', () => done(null));
      payload.once('error', done);
    });
    scope.post(path, (request, reply) =>
      reply.redirect(`${path}?shared=${isFromPage(request) ? 'foreign' : 'lost'}`, 303),
    );
  });
}

/** Whether a page has sent it. The share sheet of a system is no page, so its requests have neither site nor origin. */
function isFromPage({ headers }: FastifyRequest): boolean {
  const { origin = 'null', 'sec-fetch-site': site = 'none' } = headers;
  return origin !== 'null' || site !== 'none';
}
