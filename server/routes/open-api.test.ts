import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeOf } from '#contract/api/token-scopes';
import { type CallName, callOf, calls, servedCalls } from '#contract/calls/by-name';
import { LiveClient } from '../tests/support/live-client.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';
import { prepareOpenApi } from './open-api.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly 'x-enum-varnames'?: readonly string[];
  readonly 'x-unit'?: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: object;
  readonly responses: Record<string, object>;
  readonly security?: object;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: Record<string, Record<string, object>> & { readonly schemas: Record<string, Schema> };
}

let server: TestServer;
let document: Document;
let address: string;
beforeAll(async () => {
  server = await openTestServer();
  address = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  document = (await server.app.inject('/api/openapi.json')).json();
});
afterAll(() => server.close());

test.each(servedCalls().map(([name]) => name))(
  '%s is described with its parameters, body, access and statuses',
  (name) => {
    const call = callOf(name);
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const inPath = operation?.parameters?.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
    expect(inPath).toEqual(call.path.match(/\{\w+\}/g) ?? []);
    expect(operation?.requestBody !== undefined).toBe(call.body !== undefined);
    const scope = scopeOf(callOf(name));
    expect(operation?.security).toEqual([
      ...(call.access === 'public' ? [{}] : []),
      { bearer: [] },
      ...(scope === null ? [] : [{ apiToken: [scope] }]),
    ]);
    const success = call.answer !== undefined || call.file !== undefined ? '200' : '204';
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([success, '400', '401', '500', ...(call.problems ?? []).map(String)]),
    );
  },
);

describe.each((Object.keys(calls) as CallName[]).filter((name) => callOf(name).isSocket !== undefined))(
  'the socket %s',
  (name) => {
    const { path, query } = callOf(name);

    test('is described with its parameters, and as public', () => {
      const operation = document.paths[path]?.['get'];
      expect([operation?.operationId, operation?.security]).toEqual([name, []]);
      const named = (place: string) => operation?.parameters?.filter((one) => one.in === place).map((one) => one.name);
      expect(named('path')).toEqual(['id']);
      expect(named('query') ?? []).toEqual(Object.keys(Object(query).entries ?? {}));
      expect(operation?.parameters?.filter((one) => one.required).map((one) => one.name)).toEqual(['id', 'Upgrade']);
    });

    test('answers as the document says', async () => {
      const statuses = Object.keys(document.paths[path]?.['get']?.responses ?? {});
      const url = path.replace('{id}', '01900000-0000-7000-8000-0000000000e1');
      const open = new LiveClient(address + url, {});
      await open.opened();
      await open.close();
      const plain = await server.app.inject(url);
      const wrong = await server.app.inject(path.replace('{id}', 'none'));
      const foreign = new LiveClient(address + url, { origin: 'https://elsewhere.test' });
      const { code } = await foreign.closed;
      const seen = [
        '101',
        String(wrong.statusCode),
        ...(code < 1_000 ? [String(code)] : []),
        String(plain.statusCode),
        '503',
        'default',
      ];
      expect(statuses).toEqual(seen);
    });
  },
);

const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((path) => Object.values(path));

test('the address of a server that only this machine can reach is that of the document', async () => {
  const serversOf = async (publicUrl: string) => (await prepareOpenApi(publicUrl, '1')())['servers'];
  expect(await serversOf('https://pitboard.example')).toEqual([{ url: 'https://pitboard.example' }]);
  for (const address of ['http://localhost:8080', 'http://127.0.0.1:8080'])
    expect(await serversOf(address)).toEqual([{ url: '/' }]);
});

test('the document contains every call once', () => {
  const operations = operationsOf(document);
  expect(operations.length).toBe(Object.keys(calls).length + 2);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every reference leads to a component, and every component is used', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  const { securitySchemes: _, ...named } = document.components;
  const all = Object.entries(named).flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`));
  expect([...new Set(references)].sort()).toEqual(all.sort());
});

test('every operation has a summary, a group that is listed, and a 4xx answer', () => {
  const groups = document.tags.map(({ name }) => name);
  for (const { operationId, summary, tags = [], responses } of operationsOf(document)) {
    const refused = Object.keys(responses).some((status) => status.startsWith('4'));
    expect([operationId, summary, groups.includes(tags[0] ?? ''), refused]).toEqual([
      operationId,
      expect.stringMatching(/^[A-Z]/),
      true,
      true,
    ]);
  }
});

test('every schema, field and parameter has words, and every object a name', () => {
  const isSentence = (text?: string) => /^\S.*[.:]$/.test(text ?? '');
  const { schemas } = document.components;
  const silent = Object.entries(schemas).flatMap(([name, schema]) => [
    ...(isSentence(schema.description) ? [] : [name]),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, { description }]) =>
      isSentence(description) ? [] : [`${name}.${field}`],
    ),
  ]);
  const parameters = operationsOf(document).flatMap(({ operationId, parameters: given = [] }) =>
    given.filter(({ description }) => !description).map(({ name }) => `${operationId}.${name}`),
  );
  expect([silent, parameters]).toEqual([[], []]);
  expect(JSON.stringify(document).split('"properties":').length - 1).toBe(
    Object.values(schemas).filter(({ properties }) => properties !== undefined).length,
  );
});

test('enumerations have names, whole numbers limits, and times a unit', () => {
  const { schemas } = document.components;
  expect(schemas['Weather']).toEqual({
    type: 'integer',
    enum: [-1, 0, 1, 2, 3, 4, 5],
    'x-enum-varnames': ['Unknown', 'Clear', 'LightCloud', 'Overcast', 'LightRain', 'HeavyRain', 'Storm'],
    description:
      'The weather; Unknown is any that is not in the list. -1 Unknown, 0 Clear, 1 LightCloud, 2 Overcast, 3 LightRain, 4 HeavyRain, 5 Storm.',
  });
  const bare = Object.entries(schemas).filter(
    ([, { type, enum: numbers, 'x-enum-varnames': named }]) => type === 'integer' && named?.length !== numbers?.length,
  );
  expect(bare).toEqual([]);
  // One within another schema would have none.
  const { paths, components } = document;
  const within = Object.values(components.schemas).map(({ properties, items }) => ({ properties, items }));
  expect(JSON.stringify({ paths, within }).match(/"enum":\[-?\d[^\]]*\]/g)).toBeNull();
  expect(JSON.stringify(paths)).not.toContain('"enum":');
  const unlimited = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { type, maximum }]) => [type].flat().includes('integer') && maximum === undefined)
      .map(([field]) => `${name}.${field}`),
  );
  expect(unlimited).toEqual([]);
  expect(schemas['LapTime']?.properties?.['lapTime']).toEqual({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 86_400_000,
    description: 'The time of the lap; null where the game gave none. In ms.',
    'x-unit': 'ms',
  });
});

test('a choice says by which field its options are told apart', () => {
  expect(document.components.schemas['PublishTarget']).toMatchObject({
    oneOf: [{ $ref: '#/components/schemas/SocketTarget' }, { $ref: '#/components/schemas/TcpTarget' }],
    discriminator: {
      propertyName: 'transport',
      mapping: { ws: '#/components/schemas/SocketTarget', tcp: '#/components/schemas/TcpTarget' },
    },
  });
});

test('numbers in a query are numbers, with their limits', () => {
  const parameters = document.paths['/api/Sessions/currentUser']?.['get']?.parameters ?? [];
  const [, pageSize, , tracks] = parameters.map(({ schema }) => schema);
  expect(pageSize).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(tracks).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Track' }, maxItems: 64, default: [] });
});

test('the document is sent compressed, and as 304 when the client has it', async () => {
  const headers = { 'accept-encoding': 'br' };
  const first = await server.app.inject({ url: '/api/openapi.json', headers });
  expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString())).toEqual(document);
  const again = { ...headers, 'if-none-match': String(first.headers.etag) };
  const second = await server.app.inject({ url: '/api/openapi.json', headers: again });
  expect([second.statusCode, second.rawPayload.length]).toEqual([304, 0]);
});
