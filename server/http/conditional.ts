import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import type { JsonBody } from './bodies.ts';
import type { Encoding } from './compression.ts';

/** The ETag of a body. Each encoding has its own, because the bytes differ. */
export function etagOf(version: number | null, body: JsonBody, encoding: Encoding): string {
  const suffix = encoding === 'identity' ? '' : `-${encoding}`;
  return version === null ? `"${body.hash}${suffix}"` : `"${version}-${body.hash}${suffix}"`;
}

/**
 * Returns whether the client already has the response with this ETag. A weak ETag also matches, because a proxy that
 * compresses a response makes its ETag weak.
 */
export function isNotModified(request: IncomingHttpHeaders, etag: string): boolean {
  return fresh(request, { etag });
}

/** Reads the row version from If-Match: null for an absent header or `*`, -1 for an ETag of another form. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})-/.exec(header.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}
