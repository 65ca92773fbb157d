import type { FastifyInstance } from 'fastify';

/** The page that takes shared files; the manifest of the app names it as well. */
const path = '/dashboard/sessions';

/**
 * Answers files that another app shares with the installed one while no service worker takes them, such as behind the kill
 * switch: the files are not kept, and the page says so.
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
    scope.post(path, (_, reply) => reply.redirect(`${path}?shared=lost`, 303));
  });
}
