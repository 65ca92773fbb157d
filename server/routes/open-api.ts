import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLoopback } from '../http/client-network.ts';
import { makeOnce } from '../http/make-once.ts';

/** The description of the API beside a built server, which has no sources to read it from. */
export const builtDescription = 'open-api.json';

interface ApiDescription extends Readonly<Record<string, unknown>> {
  readonly info: object;
}

/** The OpenAPI document of this server, made when somebody first reads it; that of a build is read now, with the files of this version. */
export function prepareOpenApi(publicUrl: string, version: string): () => Promise<ApiDescription> {
  const file = join(import.meta.dirname, builtDescription);
  const built = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return makeOnce(async () => {
    const { openapi, info, ...rest } = built === null ? await describe() : JSON.parse(built);
    return { openapi, info: { ...info, version }, servers: [{ url: serverAddress(publicUrl) }], ...rest };
  });
}

/** In development; it is no part of a build, and neither is the parser that it needs. */
async function describe() {
  const file = pathToFileURL(join(import.meta.dirname, 'describe-api.ts')).href;
  const { describeApi }: typeof import('./describe-api.ts') = await import(file);
  return describeApi();
}

/** The address of this server. One that only this machine can reach is wherever the document was read. */
function serverAddress(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || isLoopback(hostname) ? '/' : publicUrl;
}
