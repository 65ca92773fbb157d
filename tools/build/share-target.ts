// Workbox copies these functions as text into the service worker: each uses nothing but its parameters and globals.

/**
 * Whether a request may be that of the system's share sheet. It comes from no page: without a referrer, and with no origin
 * (Chromium sends `Origin: null`). A page that sends a form is seen by one of the two, unless it hides both; the browser
 * gives a worker no more information, so a stored file is uploaded only by a click.
 */
export function isShareSheet({ url, request }: { readonly url: URL; readonly request: Request }): boolean {
  return (
    url.origin === location.origin &&
    url.pathname === '/dashboard/sessions' &&
    request.mode === 'navigate' &&
    request.referrer === '' &&
    (request.headers.get('origin') ?? 'null') === 'null'
  );
}

/**
 * Stores shared files until the page has uploaded them, and leads to the page: at most 20, of at most 100 MiB. The page says
 * when not all of them could be stored.
 */
export async function storeSharedFiles({ request }: { readonly request: Request }): Promise<Response> {
  let isLost = false;
  try {
    const files = (await request.formData()).getAll('sessions').filter((entry) => entry instanceof File);
    const cache = await caches.open('shared-files');
    const room = 20 - (await cache.keys()).length;
    const stored = files.filter(({ size }) => size <= 100 * 1024 * 1024).slice(0, Math.max(0, room));
    isLost = stored.length < files.length;
    for (const [index, file] of stored.entries()) {
      const headers = { 'x-name': encodeURIComponent(file.name), 'x-last-modified': String(file.lastModified) };
      await cache.put(`/shared-files/${Date.now()}-${index}`, new Response(file, { headers }));
    }
  } catch {
    // A form that cannot be read, or no room on the device.
    isLost = true;
  }
  return Response.redirect(`/dashboard/sessions${isLost ? '?shared=lost' : ''}`, 303);
}
