import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { paramNamesOf } from '#contract/api/address';
import { loadAnswerSchema } from '#contract/api/answers';
import { type AnswerSchema, type CallName, calls, type SocketCallName } from '#contract/api/calls';
import { Problem } from '#contract/api/problem';
import { type Endpoint, endpointOf, paramSchemaOf, servedEndpoints } from '#contract/api/requests';
import { summaries } from '#contract/api/summaries';

type Json = Record<string, unknown>;

/** Converts a schema to JSON Schema. Checks that JSON Schema cannot express are left out. */
function toSchema(schema: v.GenericSchema<unknown, unknown>): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as v.GenericSchema, { errorMode: 'ignore', typeMode: 'input' });
  return json as Json;
}

/** Creates the OpenAPI 3.1 document of all calls, from the contract. */
export async function createOpenApi(publicUrl: string, version: string): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const [name, call] of servedEndpoints()) {
    const answer = await loadAnswerSchema(name);
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: toOperation(name, call, answer) };
  }
  for (const name of Object.keys(sockets) as SocketCallName[]) {
    const call = endpointOf(name);
    paths[call.path] = { get: toSocket(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pitboard', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths: { ...paths, ...otherPaths },
    components: {
      schemas: { Problem: toSchema(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const jsonAnswer = (description: string): Json => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
});

/** Paths that are not calls of the contract. */
const otherPaths: Record<string, Json> = {
  '/api/openapi.json': {
    get: { operationId: 'getOpenApi', summary: 'This document', responses: jsonAnswer('An OpenAPI 3.1 document') },
  },
  '/auth/v1/.well-known/jwks.json': {
    get: {
      operationId: 'getSigningKeys',
      summary: 'The public keys that verify tokens of this server',
      responses: jsonAnswer('A JSON Web Key Set'),
    },
  },
};

function toOperation(operationId: CallName, call: Endpoint, answer: AnswerSchema | null): Json {
  const { access, body } = call;
  const summary = summaries[operationId];
  return {
    operationId,
    summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...paramNamesOf(call).map((name) => pathParameter(call, name)),
      ...queryParameters(call),
      ...headerParameters(call),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } } } : {}),
    responses: responsesOf(call, answer, summary),
  };
}

const viewing = 'A viewer gets hello and a snapshot, then changes; a ping when there are none, and ended at last.';

/** What the connection of a socket carries. */
const sockets: Readonly<Record<SocketCallName, string>> = {
  publishLive:
    'A recorder sends auth with the token of its registration, then a snapshot, numbered patches and an end.',
  watchLive: `${viewing} It may send resync.`,
  watchUserLive: `${viewing} It may send resync. The session is the one that the user has registered last.`,
};

/** The request that opens a WebSocket. */
function toSocket(operationId: SocketCallName, call: Endpoint): Json {
  const upgrade = { schema: { type: 'string', const: 'websocket' } };
  const refusals: Record<string, string> = {
    400: 'The id or the query is wrong',
    ...(operationId === 'publishLive' ? { 403: 'The request is that of a page of another site' } : {}),
    426: 'The request opens no WebSocket',
    503: 'There are too many connections: come back after Retry-After',
  };
  return {
    operationId,
    summary: summaries[operationId],
    description: `${sockets[operationId]} Messages are JSON in text frames; /downloads/live.md describes each, and the codes that close the connection.`,
    security: [],
    parameters: [
      ...paramNamesOf(call).map((name) => pathParameter(call, name)),
      ...queryParameters(call),
      headerParameter('Upgrade', 'websocket, as every WebSocket client sends it', true),
      headerParameter(
        'Origin',
        operationId === 'publishLive'
          ? 'None, or that of this server'
          : 'Any for a public session; that of this server for a private one',
      ),
    ],
    responses: {
      101: { description: 'The connection is a WebSocket now', headers: { Upgrade: upgrade } },
      ...Object.fromEntries(Object.entries(refusals).map(([status, why]) => [status, problemOf(why)])),
    },
  };
}

function pathParameter(call: Endpoint, name: string): Json {
  return { name, in: 'path', required: true, schema: toSchema(paramSchemaOf(call, name)) };
}

function queryParameters(call: Endpoint): Json[] {
  if (call.query === undefined) return [];
  const { properties = {}, required = [] } = toSchema(call.query) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function headerParameter(name: string, description: string, required = false): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

function headerParameters({ method, access, headers = {}, isSecret }: Endpoint): Json[] {
  return [
    ...(method === 'GET'
      ? [headerParameter('If-None-Match', 'The ETag of a cached response: 304 while it is valid')]
      : []),
    ...(access === 'owner'
      ? [headerParameter('If-Match', 'The ETag that the change is based on: 412 when it is outdated')]
      : []),
    ...Object.entries(headers).map(([name, description]) => headerParameter(name, description)),
    ...(method !== 'GET' && !isSecret
      ? [headerParameter('Idempotency-Key', 'Makes repeating this request harmless for 24 hours')]
      : []),
  ];
}

/** Error statuses: those of the call itself, and those of all calls of its kind. */
function errorStatusesOf({ method, problems = [], path }: Endpoint): number[] {
  const ofChanges = method === 'GET' ? [] : [409, 413, 415, 422, 429];
  const isSearch = path === calls.search.path || path === calls.filterSessions.path;
  const all = new Set([400, 401, ...problems, ...ofChanges, ...(isSearch ? [429] : []), 500, 503]);
  return [...all].sort((one, other) => one - other);
}

function problemOf(description: string): Json {
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
}

function responsesOf(call: Endpoint, answer: AnswerSchema | null, description: string): Json {
  const problem = problemOf('Problem details');
  return {
    ...(answer ? { 200: { description, content: { 'application/json': { schema: toSchema(answer) } } } } : {}),
    ...(call.file ? { 200: { description, content: { [call.file]: {} } } } : {}),
    ...(answer || call.file ? {} : { 204: { description: 'Done' } }),
    ...(call.method === 'GET' ? { 304: { description: 'The response named by If-None-Match is still valid' } } : {}),
    ...Object.fromEntries(errorStatusesOf(call).map((status) => [status, problem])),
  };
}
