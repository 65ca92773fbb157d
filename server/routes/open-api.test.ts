import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/api/calls';
import { endpointOf, servedEndpoints } from '#contract/api/requests';
import { LiveClient } from '../tests/support/live-client.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: object;
  readonly responses: Record<string, object>;
  readonly security?: object;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
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

test.each(servedEndpoints().map(([name]) => name))(
  '%s is described with its parameters, body, access and statuses',
  (name) => {
    const call = endpointOf(name);
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const inPath = operation?.parameters?.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
    expect(inPath).toEqual(call.path.match(/\{\w+\}/g) ?? []);
    expect(operation?.requestBody !== undefined).toBe(call.body !== undefined);
    expect(operation?.security !== undefined).toBe(call.access !== 'public');
    const success = call.answer !== undefined || call.file !== undefined ? '200' : '204';
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining([success, '400', '401', '500', ...(call.problems ?? []).map(String)]),
    );
  },
);

describe.each((Object.keys(calls) as CallName[]).filter((name) => endpointOf(name).isSocket !== undefined))(
  'the socket %s',
  (name) => {
    const { path, query } = endpointOf(name);

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
      ];
      expect(statuses).toEqual(seen);
    });
  },
);

test('the document contains every call once, and every reference exists', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations.length).toBe(Object.keys(calls).length + 2);
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Problem"']));
  expect(Object.keys(document.components.schemas)).toEqual(['Problem']);
});

test('the document is sent compressed, and as 304 when the client has it', async () => {
  const headers = { 'accept-encoding': 'br' };
  const first = await server.app.inject({ url: '/api/openapi.json', headers });
  expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString())).toEqual(document);
  const again = { ...headers, 'if-none-match': String(first.headers.etag) };
  const second = await server.app.inject({ url: '/api/openapi.json', headers: again });
  expect([second.statusCode, second.rawPayload.length]).toEqual([304, 0]);
});
