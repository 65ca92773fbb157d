import type { IncomingHttpHeaders } from 'node:http';
import { type Body, encodingFor, etagOf, isKnown } from '../bodies.ts';

export type Headers = Readonly<Record<string, string | number>>;

/** An answer of a call as it goes over the wire. */
export interface Wire {
  readonly status: 200 | 304;
  readonly headers: Headers;
  readonly bytes: Buffer | null;
}

/** How a JSON body is sent to who asked with these headers: 304 when a reader has it, else its bytes, encoded. */
export async function wireOf(
  fixed: Headers,
  asked: IncomingHttpHeaders,
  isRead: boolean,
  body: Body,
  version: number | null,
): Promise<Wire> {
  const encoding = encodingFor(asked['accept-encoding'], body.length);
  const etag = etagOf(version, body, encoding);
  const headers = {
    ...fixed,
    etag,
    vary: 'Accept-Encoding, Authorization, Origin',
    // Without a bearer it is public, yet must be asked for again each time; with one it may be private.
    'cache-control': asked.authorization === undefined ? 'no-cache' : 'private, no-cache',
  };
  if (isRead && isKnown(asked['if-none-match'], etag)) return { status: 304, headers, bytes: null };
  const bytes = await body.bytes(encoding);
  const typed = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  return { status: 200, headers: encoding === 'identity' ? typed : { ...typed, 'content-encoding': encoding }, bytes };
}
