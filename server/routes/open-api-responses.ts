import { Problem } from '#contract/api/problem';
import type { CallName } from '#contract/calls/by-name';
import type { Call } from '#contract/calls/call';
import { filterSessions } from '#contract/calls/sessions';
import { search } from '#contract/calls/site';
import examples from './open-api-examples.json' with { type: 'json' };
import { type Json, schemaOf } from './open-api-schemas.ts';

/** Error statuses: those of the call itself, and those of all calls of its kind. */
function errorStatusesOf(call: Call): number[] {
  const { method, problems = [], version } = call;
  const ofChanges = method === 'GET' ? [] : [409, 413, 415, 422, 429];
  const isSearch = call === search || call === filterSessions;
  const ofVersions = version === undefined ? [] : [412];
  const all = new Set([400, 401, ...problems, ...ofChanges, ...ofVersions, ...(isSearch ? [429] : []), 500, 503]);
  return [...all].sort((one, other) => one - other);
}

/** A refusal as problem details. */
export function problemOf(description: string): Json {
  return { description, content: { 'application/problem+json': { schema: schemaOf(Problem) } } };
}

/** Refusals by their statuses: a name for generators, and when they occur. */
const refusals: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request cannot be read, or a parameter is wrong'],
  401: ['Unauthorized', 'There is no token, or it is not valid'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'It does not exist, or the caller may not see it'],
  409: ['Conflict', 'It cannot be done now, or a request with this Idempotency-Key is under way'],
  412: ['PreconditionFailed', 'It was changed since the version in If-Match; current is how it is now'],
  413: ['ContentTooLarge', 'The body is larger than this call allows'],
  415: ['UnsupportedMediaType', 'The body is not JSON'],
  422: ['UnprocessableContent', 'Values of the body were refused; errors has each with its reason'],
  429: ['TooManyRequests', 'Too many requests: come back after Retry-After'],
  500: ['ServerError', 'A fault of the server'],
  503: ['ServiceUnavailable', 'The server is busy or has no database: come back after Retry-After'],
};

/** The named refusals of the document. */
export function problemResponses(): Json {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => {
      const headers = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
      return [name, { ...problemOf(description), ...(['429', '503'].includes(status) ? { headers } : {}) }];
    }),
  );
}

function refusalOf(status: number): Json {
  const [name] = refusals[status] ?? [];
  if (name === undefined) throw new Error(`the status ${status} has no description`);
  return { $ref: `#/components/responses/${name}` };
}

/** Answers of the demo, shortened. */
const exampleOf = (name: CallName): Json => {
  const example = (examples as Partial<Record<CallName, unknown>>)[name];
  return example === undefined ? {} : { example };
};

/** The answers of a call by their statuses. */
export function responsesOf(name: CallName, call: Call, description: string): Json {
  const { answer } = call;
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  const isRead = call.method === 'GET' ? { headers } : {};
  const file = { type: 'string', ...(call.file?.startsWith('image/') ? { format: 'binary' } : {}) };
  return {
    ...(answer
      ? {
          200: {
            description,
            ...isRead,
            content: { 'application/json': { schema: schemaOf(answer), ...exampleOf(name) } },
          },
        }
      : {}),
    ...(call.file ? { 200: { description, ...isRead, content: { [call.file]: { schema: file } } } } : {}),
    ...(answer || call.file ? {} : { 204: { description: 'Done' } }),
    ...(call.method === 'GET' ? { 304: { description: 'The response named by If-None-Match is still valid' } } : {}),
    ...Object.fromEntries(errorStatusesOf(call).map((status) => [status, refusalOf(status)])),
  };
}
