import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { paramNamesOf } from '#contract/address';
import { type Call, type CallName, calls, paramSchemaOf } from '#contract/calls';
import { Problem } from '#contract/problem';
import { summaries } from '#contract/summaries';

type Json = Record<string, unknown>;

/** Checks that JSON Schema cannot say stay unsaid; the shapes are whole. */
function schemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as v.GenericSchema, { errorMode: 'ignore', typeMode: 'input' });
  return json as Json;
}

/** The OpenAPI 3.1 document of all calls that are served, made from the contract. */
export function openApi(publicUrl: string, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const call: Call = calls[name];
    if (call.live !== undefined) continue;
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pitboard', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths: { ...paths, ...otherPaths },
    components: {
      schemas: { Problem: schemaOf(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const jsonAnswer = (description: string): Json => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
});

/** What is served besides the calls of the contract. */
const otherPaths: Record<string, Json> = {
  '/api/openapi.json': {
    get: { operationId: 'getOpenApi', summary: 'This document', responses: jsonAnswer('An OpenAPI 3.1 document') },
  },
  '/auth/v1/.well-known/jwks.json': {
    get: {
      operationId: 'getSigningKeys',
      summary: 'The keys that tokens of this server are verified by',
      responses: jsonAnswer('A JSON Web Key Set'),
    },
  },
};

function operationOf(operationId: CallName, call: Call): Json {
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
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } } : {}),
    responses: responsesOf(call, summary),
  };
}

function pathParameter(call: Call, name: string): Json {
  return { name, in: 'path', required: true, schema: schemaOf(paramSchemaOf(call, name)) };
}

function queryParameters(call: Call): Json[] {
  if (call.query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(call.query) as {
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

function headerParameters({ method, access }: Call): Json[] {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(method === 'GET' ? [header('If-None-Match', 'The ETag of a copy: 304 while it is still true')] : []),
    ...(access === 'owner' ? [header('If-Match', 'The ETag that the change is based on: 412 when it is old')] : []),
    ...(method === 'POST' ? [header('Idempotency-Key', 'Makes repeating this request harmless for 24 hours')] : []),
  ];
}

/** Statuses besides success: what the call says, and what the server may answer to any call of its kind. */
function refusalsOf({ method, problems = [], path }: Call): number[] {
  const ofChanges = method === 'GET' ? [] : [409, 413, 415, 429];
  const ofPosts = method === 'POST' ? [422] : [];
  const isSearch = path === calls.search.path || path === calls.filterSessions.path;
  const all = new Set([400, 401, ...problems, ...ofChanges, ...ofPosts, ...(isSearch ? [429] : []), 500, 503]);
  return [...all].sort((one, other) => one - other);
}

function responsesOf(call: Call, description: string): Json {
  const problem = {
    description: 'Problem details',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    ...(call.answer
      ? { 200: { description, content: { 'application/json': { schema: schemaOf(call.answer) } } } }
      : {}),
    ...(call.file ? { 200: { description, content: { [call.file]: {} } } } : {}),
    ...(call.answer || call.file ? {} : { 204: { description: 'Done' } }),
    ...(call.method === 'GET' ? { 304: { description: 'The copy named by If-None-Match is still true' } } : {}),
    ...Object.fromEntries(refusalsOf(call).map((status) => [status, problem])),
  };
}
