import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { fieldsOf } from '#contract/json/fields-of';

/** The timeout of a whole request, in ms. */
const timeout = 15_000;
/** Bytes that are read of an answer. */
const longestAnswer = 16 * 1_024;

/** How a request ended, as far as this server knows. */
export type Posted =
  /** The message did not leave: no connection, or a machine with the wrong certificate. */
  | { readonly kind: 'notSent'; readonly code: string }
  /** It was sent, and no answer came. */
  | { readonly kind: 'notAnswered'; readonly code: string }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingMessage['headers'];
      readonly text: string;
    };

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends a request that runs. */
  readonly signal: AbortSignal;
}

/**
 * Posts a message on a connection of its own. Redirects are answers like any other, and the certificate of the host is checked
 * before anything is sent.
 */
export function post(url: URL, { headers, body, signal }: Message): Promise<Posted> {
  const isPlain = url.protocol === 'http:';
  return new Promise((resolve) => {
    let isConnected = false;
    const request = (isPlain ? requestHttp : requestHttps)(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      ...(isPlain ? {} : { rejectUnauthorized: true }),
      headers: { ...headers, 'content-length': body.length },
    });
    watchConnection(request, isPlain, () => {
      isConnected = true;
    });
    request.on('response', (response) => {
      readEnd(response).then((text) => {
        resolve({ kind: 'answered', status: response.statusCode ?? 0, headers: response.headers, text });
        request.destroy();
      });
    });
    request.on('error', (error) =>
      resolve({ kind: isConnected ? 'notAnswered' : 'notSent', code: String(fieldsOf(error).code ?? error.name) }),
    );
    request.end(body);
  });
}

/** Until the connection is made, and its certificate is checked, nothing of the message has left. */
function watchConnection(request: ClientRequest, isPlain: boolean, onConnected: () => void): void {
  request.on('socket', (socket) => socket.once(isPlain ? 'connect' : 'secureConnect', onConnected));
}

/** The beginning of an answer. Its status is known, so one that breaks off is as good as a whole one. */
async function readEnd(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > longestAnswer) break;
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString();
}
