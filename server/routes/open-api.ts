import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { paramNamesOf } from '#contract/address';
import { type Call, calls, paramSchemaOf } from '#contract/calls';
import { Problem } from '#contract/problem';

type Json = Record<string, unknown>;

/** Checks that JSON Schema cannot say stay unsaid; the shapes are whole. */
function schemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const { $schema: _, ...json } = toJsonSchema(schema as v.GenericSchema, { errorMode: 'ignore', typeMode: 'input' });
  return json as Json;
}

/** The OpenAPI 3.1 document of all calls that are served, made from the contract. */
export function openApi(publicUrl: string, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(calls)) {
    if (call.live !== undefined) continue;
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pitboard', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operationOf(operationId: string, call: Call): Json {
  const { access, summary, body } = call;
  return {
    operationId,
    summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...paramNamesOf(call).map((name) => pathParameter(call, name)), ...queryParameters(call)],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } } : {}),
    responses: responsesOf(call),
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

function responsesOf(call: Call): Json {
  const problem = {
    description: 'Problem details',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const statuses = [400, ...(call.problems ?? []), 500];
  return {
    ...(call.answer
      ? { 200: { description: call.summary, content: { 'application/json': { schema: schemaOf(call.answer) } } } }
      : {}),
    ...(call.file ? { 200: { description: call.summary, content: { [call.file]: {} } } } : {}),
    ...(call.answer || call.file ? {} : { 204: { description: 'Done' } }),
    ...Object.fromEntries(statuses.map((status) => [status, problem])),
  };
}
