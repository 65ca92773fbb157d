import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#contract/calls';
import { openTestServer, type TestServer } from '../testing/open-test-server.ts';

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
beforeAll(async () => {
  server = await openTestServer();
  document = (await server.app.inject('/api/openapi.json')).json();
});
afterAll(() => server.close());

test.each(Object.entries<Call>(calls))('%s is described as it is served', (name, call) => {
  const operation = document.paths[call.path]?.[call.method.toLowerCase()];
  if (call.live !== undefined) {
    expect(operation).toBeUndefined();
    return;
  }
  expect(operation?.operationId).toBe(name);
  const inPath = operation?.parameters?.filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
  expect(inPath).toEqual(call.path.match(/\{\w+\}/g) ?? []);
  expect(operation?.requestBody !== undefined).toBe(call.body !== undefined);
  expect(operation?.security !== undefined).toBe(call.access !== 'public');
  const success = call.answer !== undefined || call.file !== undefined ? '200' : '204';
  expect(Object.keys(operation?.responses ?? {})).toEqual(
    expect.arrayContaining([success, '400', '401', '500', ...(call.problems ?? []).map(String)]),
  );
});

test('everything that is served is in it, once, and every reference leads somewhere', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const served = Object.values<Call>(calls).filter((call) => call.live === undefined);
  expect(operations.length).toBe(served.length + 2);
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Problem"']));
  expect(Object.keys(document.components.schemas)).toEqual(['Problem']);
});

test('it is sent compressed, and not again to who has it', async () => {
  const headers = { 'accept-encoding': 'br' };
  const first = await server.app.inject({ url: '/api/openapi.json', headers });
  expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString())).toEqual(document);
  const again = { ...headers, 'if-none-match': String(first.headers.etag) };
  const second = await server.app.inject({ url: '/api/openapi.json', headers: again });
  expect([second.statusCode, second.rawPayload.length]).toEqual([304, 0]);
});
