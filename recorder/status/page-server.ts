import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { ServerAddress } from '../settings.ts';
import { statusPage } from './page.ts';
import type { Status } from './status.ts';

interface PageOptions {
  readonly port: number;
  readonly status: () => Status;
  /** Connects the recorder with a code of a server; resolves to why that failed, or null. */
  readonly pair: (request: PairRequest) => Promise<string | null>;
}

/** The status page of the recorder, for browsers on this computer. */
export interface PageServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const loopback = '127.0.0.1';
const maxBody = 1_024;
const PairRequest = v.strictObject({
  server: v.pipe(ServerAddress, v.maxLength(500)),
  code: v.pipe(v.string('a code is needed'), v.maxLength(40, 'a code is shorter')),
});
type PairRequest = v.InferOutput<typeof PairRequest>;

/** Serves the status page on a port, or on any free one when that is taken. */
export async function servePage({ port, status, pair }: PageOptions): Promise<PageServer> {
  const server = createServer((request, response) => {
    answer(request, response, { status, pair }).catch(() => response.destroy());
  });
  const used = await listen(server, port);
  return {
    address: `http://localhost:${used}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (port !== 0 && error.code === 'EADDRINUSE') resolve(listen(server, 0));
      else reject(error);
    });
    server.listen({ port, host: loopback }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, pair }: Pick<PageOptions, 'status' | 'pair'>,
): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  // Another name for this computer would be that of a page elsewhere.
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')) {
    send(response, 403, { reason: 'not here' });
    return;
  }
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(statusPage.replaceAll('{nonce}', nonce));
    return;
  }
  if (route === 'GET /status.json') {
    send(response, 200, status());
    return;
  }
  if (route !== 'POST /pair') {
    send(response, 404, { reason: 'there is no such page' });
    return;
  }
  // A page of another site may send a form here.
  if (request.headers.origin !== `http://${request.headers.host}`) {
    send(response, 403, { reason: 'not from here' });
    return;
  }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), PairRequest), await readBody(request));
  const reason = body.success ? await pair(body.output) : reasonOf(body.issues[0]);
  send(response, reason === null ? 200 : 422, { reason });
}

function reasonOf({ path, message }: v.BaseIssue<unknown>): string {
  return path?.[0]?.key === 'server' ? `the address ${message}` : message;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBody) break;
  }
  return text;
}
