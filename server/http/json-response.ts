import type { IncomingHttpHeaders } from 'node:http';
import type { JsonBody } from './bodies.ts';
import { chooseEncoding } from './compression.ts';
import { etagOf, isNotModified } from './conditional.ts';

/** A response that is ready to be sent. Security headers are added to every response by a hook. */
export interface PreparedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a response without a body. */
  readonly bytes: Uint8Array | Promise<Uint8Array> | null;
}

interface JsonEntity {
  readonly body: JsonBody;
  /** The version of the row; null for an entity without one. */
  readonly version: number | null;
}

/** Encodes an entity for the client that sent this request. Answers 304 when the client has the same response. */
export function createJsonResponse(
  request: { readonly headers: IncomingHttpHeaders; readonly method: string },
  { body, version }: JsonEntity,
): PreparedResponse {
  const encoding = chooseEncoding(request.headers['accept-encoding'], body.length);
  const etag = etagOf(version, body, encoding);
  const headers: Record<string, string> = {
    etag,
    vary: 'Accept-Encoding, Authorization, Origin',
    // Every response must be revalidated. With a token it may contain private data, so shared caches must not store it.
    'cache-control': request.headers.authorization === undefined ? 'no-cache' : 'private, no-cache',
  };
  if (isRead(request.method) && isNotModified(request.headers, etag)) return { status: 304, headers, bytes: null };
  headers['content-type'] = 'application/json; charset=utf-8';
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { status: 200, headers, bytes: body.bytes(encoding) };
}

/** Returns whether a method only reads. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
