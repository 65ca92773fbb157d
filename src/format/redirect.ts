/** Where to go after logging in or choosing a name, from the query of the page; addresses outside this app are ignored. */
export function redirectTarget(search: string, origin: string): string {
  return safeRedirect(new URLSearchParams(search).get('redirect'), origin) ?? '/dashboard';
}

/** The address of a page that leads back to `target` afterwards; it leads to the dashboard without being told. */
export function withRedirect(path: string, target: string): string {
  return target === '/dashboard' ? path : `${path}?redirect=${encodeURIComponent(target)}`;
}

/**
 * The target of a redirect after a sign-in: a path of this app, rebuilt from its parts, or null. Targets outside of the
 * app are refused: other origins, schemes, backslashes, control characters, encoded slashes that a second reader might decode.
 */
export function safeRedirect(text: string | null, origin: string): string | null {
  if (text === null || !text.startsWith('/') || text.length > 2_000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, which makes /<tab>/ out of //
  if (/^\/[/\\]|[\u0000-\u0020\u007f\\]/.test(text)) return null;
  // With one slash at its beginning and nothing that browsers drop, the text cannot name another origin or a user.
  const { pathname, search, hash } = new URL(text, origin);
  if (/\/\/|\\|%2f|%5c|%0|%1|%25/i.test(pathname)) return null;
  // Signing in to be sent to the sign-in again is a circle; the server's own paths are no pages.
  if (/^\/(login|signup|api|auth|rest|outbox|docs)(\/|$)/i.test(pathname)) return null;
  return pathname + search + hash;
}
