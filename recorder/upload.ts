import { randomUUID } from 'node:crypto';
import ky, { HTTPError, TimeoutError } from 'ky';
import * as v from 'valibot';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { sessionBodyLimit } from '#contract/constants';
import { Problem } from '#contract/problem';
import { Session, type SessionUpload } from '#contract/session';

/** The server did not take a session; the message says why, in words. */
export class UploadRefused extends Error {
  /** No other session would be taken either. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Where sessions are sent, and as whom. */
export interface Destination {
  readonly server: string;
  readonly token: string;
}

/** After a minute without an answer nobody waits in front of a terminal any more. */
const patience = 60_000;
const faultsShown = 3;
const tooLarge = `it is larger than the ${sessionBodyLimit / 1024 / 1024} MiB that a server takes`;

/**
 * Sends a session.
 * @returns the session as it is stored, which is an older upload of the same session when that is more complete.
 * @throws UploadRefused.
 */
export async function uploadSession(upload: SessionUpload, { server, token }: Destination): Promise<Session> {
  const body = JSON.stringify(upload);
  // A server that refuses the size may hang up before it is heard.
  if (Buffer.byteLength(body) > sessionBodyLimit) throw new UploadRefused(tooLarge, false);
  try {
    const response = await ky.post(new URL(addressOf(calls.createSession), server), {
      body,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // A lost answer and a repeated try make one session (design §4).
        'Idempotency-Key': randomUUID(),
      },
      retry: 0,
      timeout: patience,
    });
    return v.parse(Session, await response.json());
  } catch (error) {
    throw error instanceof HTTPError ? await refusalOf(error.response, server) : silenceOf(error, server);
  }
}

/** No answer that is one. */
function silenceOf(error: unknown, server: string): UploadRefused {
  if (error instanceof v.ValiError || error instanceof SyntaxError) {
    return new UploadRefused(`${server} answers, but it is no Pitboard server of this version`, true);
  }
  const reason = error instanceof TimeoutError ? 'no answer within a minute' : causeOf(error);
  return new UploadRefused(`${server} cannot be reached (${reason})`, true);
}

function causeOf(error: unknown): string {
  const cause = Object(Object(error).cause);
  return String(cause.code ?? cause.message ?? Object(error).message ?? error);
}

async function refusalOf(response: Response, server: string): Promise<UploadRefused> {
  const { status } = response;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), await response.text().catch(() => ''));
  if (status === 401)
    return new UploadRefused('the token is not valid or has expired: mint one with npm run token', true);
  if (status === 413) return new UploadRefused(tooLarge, false);
  if (status === 429)
    return new UploadRefused(`the server wants fewer at a time: try again in ${waitOf(response)}`, true);
  if (status === 404) return new UploadRefused(`${server} is no Pitboard server`, true);
  const said = parsed.success ? inWords(parsed.output) : null;
  return new UploadRefused(`the server refused it with ${status}${said ? `: ${said}` : ''}`, status >= 500);
}

/** What a problem says, and where in the session each fault is. */
function inWords({ title, detail, errors }: Problem): string {
  const faults = (errors ?? []).slice(0, faultsShown).map(({ path, message }) => `${path}: ${message}`);
  const more = (errors?.length ?? 0) - faults.length;
  return [detail ?? title, ...faults, ...(more > 0 ? [`and ${more} more`] : [])].filter(Boolean).join('; ');
}

function waitOf(response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? `${Math.ceil(seconds)} s` : 'a minute';
}
