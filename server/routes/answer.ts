import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../domain/idempotency.ts';
import { jsonOf, type StoredSession } from '../domain/sessions.ts';
import { createBody, createLongBody, type JsonBody } from '../http/bodies.ts';
import { isNotModified } from '../http/conditional.ts';
import { createJsonResponse, isRead, type PreparedResponse } from '../http/json-response.ts';

/** The result of a handler: an entity, a session, or an answer. */
export type HandlerAnswer = Answer | StoredSession;

/** An entity, a JSON body, a file, or nothing. */
export type Answer =
  | { readonly value: unknown; readonly version?: number }
  | { readonly body: JsonBody; readonly version: number | null }
  | { readonly file: Uint8Array; readonly etag: string; readonly headers: Record<string, string> }
  | undefined;

/** The answer of a change as it is stored for repeated requests; an empty text where it has none. */
export function toStored(answer: HandlerAnswer): StoredAnswer {
  if (answer === undefined) return { text: '', version: null, session: null };
  if ('file' in answer || 'body' in answer) throw new Error('a change must answer with an entity, or nothing');
  if ('detail' in answer) return { text: answer.summary, version: answer.version, session: answer };
  return { text: JSON.stringify(answer.value), version: answer.version ?? null, session: null };
}

/** The answer of a request that was sent before. */
export async function fromStored({ text, version, session }: StoredAnswer): Promise<Answer> {
  if (session !== null)
    return { body: await createLongBody(await jsonOf({ summary: text, detail: session.detail })), version };
  if (text === '') return undefined;
  return version === null ? { value: JSON.parse(text) } : { body: createBody(text), version };
}

/** Makes the JSON text of a session, after its transaction. */
export async function complete(answer: HandlerAnswer): Promise<Answer> {
  if (answer === undefined || !('detail' in answer)) return answer;
  return { body: await createLongBody(await jsonOf(answer)), version: answer.version };
}

/**
 * Sends an answer: 200 with a body, 304 when the client already has it, 204 without one. A body that is in memory is sent at
 * once; for any other one the promise resolves when it is sent.
 */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> | undefined {
  const { status, headers, bytes } = createResponse(request, answer);
  const respond = (body: Uint8Array | null) => {
    const isSecret = reply.getHeader('cache-control') === 'no-store';
    reply
      .code(status)
      .headers(isSecret ? withoutCaching(headers) : headers)
      .send(body ?? undefined);
  };
  if (bytes instanceof Promise) return bytes.then(respond);
  respond(bytes);
  return undefined;
}

function withoutCaching({ 'cache-control': _, etag: __, ...others }: PreparedResponse['headers']) {
  return others;
}

function createResponse(request: FastifyRequest, answer: Answer): PreparedResponse {
  if (answer === undefined) return { status: 204, headers: {}, bytes: null };
  if ('file' in answer) {
    const headers = { ...answer.headers, etag: answer.etag };
    const isUnchanged = isRead(request.method) && isNotModified(request.headers, answer.etag);
    return isUnchanged ? { status: 304, headers, bytes: null } : { status: 200, headers, bytes: answer.file };
  }
  const body = 'body' in answer ? answer.body : createBody(JSON.stringify(answer.value));
  return createJsonResponse(request, { body, version: answer.version ?? null });
}
