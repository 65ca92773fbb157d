import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBody, type JsonBody } from '../http/bodies.ts';
import { isNotModified } from '../http/conditional.ts';
import { createJsonResponse, isRead, type PreparedResponse } from '../http/json-response.ts';

/** What a handler returns: an entity, a JSON body, a file, or nothing. */
export type Answer =
  | { readonly value: unknown; readonly version?: number }
  | { readonly body: JsonBody; readonly version: number | null }
  | { readonly file: Uint8Array; readonly etag: string; readonly headers: Record<string, string> }
  | undefined;

/** The answer of a POST as it is stored for repeated requests. */
export async function toText(answer: Answer): Promise<{ text: string; version: number | null }> {
  if (answer === undefined || 'file' in answer) throw new Error('a POST must answer with an entity');
  if ('body' in answer) {
    return { text: (await answer.body.bytes('identity')).toString(), version: answer.version };
  }
  return { text: JSON.stringify(answer.value), version: answer.version ?? null };
}

/** Sends an answer: 200 with a body, 304 when the client already has it, 204 without one. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const { status, headers, bytes } = await createResponse(request, answer);
  const isSecret = reply.getHeader('cache-control') === 'no-store';
  return reply
    .code(status)
    .headers(isSecret ? withoutCaching(headers) : headers)
    .send(bytes ?? undefined);
}

function withoutCaching({ 'cache-control': _, etag: __, ...others }: PreparedResponse['headers']) {
  return others;
}

async function createResponse(request: FastifyRequest, answer: Answer): Promise<PreparedResponse> {
  if (answer === undefined) return { status: 204, headers: {}, bytes: null };
  if ('file' in answer) {
    const headers = { ...answer.headers, etag: answer.etag };
    const isUnchanged = isRead(request.method) && isNotModified(request.headers, answer.etag);
    return isUnchanged ? { status: 304, headers, bytes: null } : { status: 200, headers, bytes: answer.file };
  }
  const body = 'body' in answer ? answer.body : createBody(JSON.stringify(answer.value));
  return createJsonResponse(request, { body, version: answer.version ?? null });
}
