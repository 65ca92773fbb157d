/**
 * Where a sign-in may lead to: a path of this app, rebuilt from its parts, or null. Whatever could leave the app is
 * refused: other origins, schemes, backslashes, control characters, encoded slashes that a second reader might decode.
 */
export function safeRedirect(text: string | null, origin: string): string | null {
  if (text === null || !text.startsWith('/') || text.length > 2_000) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, which makes /<tab>/ out of //
  if (/^\/[/\\]|[\u0000-\u0020\u007f\\]/.test(text)) return null;
  const once = parse(text, origin);
  if (once === null || /\/\/|\\|%2f|%5c|%0|%1|%25/i.test(once.pathname)) return null;
  // What the app calls its own by one reading must be its own by the next.
  const path = once.pathname + once.search + once.hash;
  const twice = parse(path, origin);
  if (twice === null || twice.pathname !== once.pathname) return null;
  // Signing in to be sent to the sign-in again is a circle; the server's own paths are no pages.
  if (/^\/(login|signup|api|auth|rest|outbox)(\/|$)/i.test(once.pathname)) return null;
  return path;
}

function parse(text: string, origin: string): URL | null {
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin && url.username === '' && url.password === '' ? url : null;
}
