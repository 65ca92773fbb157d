import { randomUUID } from 'node:crypto';
import ky, { HTTPError } from 'ky';
import * as v from 'valibot';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
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

/**
 * Sends a session.
 * @returns the session as it is stored.
 * @throws UploadRefused.
 */
export async function uploadSession(upload: SessionUpload, { server, token }: Destination): Promise<Session> {
  try {
    const response = await ky.post(new URL(addressOf(calls.createSession), server), {
      json: upload,
      // A lost answer and a repeated try make one session (design §4).
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      retry: 0,
      timeout: 60_000,
    });
    return v.parse(Session, await response.json());
  } catch (error) {
    throw await refusalOf(error, server);
  }
}

async function refusalOf(error: unknown, server: string): Promise<UploadRefused> {
  if (!(error instanceof HTTPError)) {
    if (error instanceof v.ValiError || error instanceof SyntaxError) {
      return new UploadRefused(`${server} answers, but it is no Pitboard server of this version`, true);
    }
    return new UploadRefused(`${server} cannot be reached (${reasonOf(error)})`, true);
  }
  const { status } = error.response;
  if (status === 401)
    return new UploadRefused('the token is not valid or has expired: mint one with npm run token', true);
  if (status === 413) return new UploadRefused('it is larger than the server takes', false);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), await error.response.text().catch(() => ''));
  const detail = parsed.success ? parsed.output.detail : null;
  return new UploadRefused(`the server refused it with ${status}${detail ? `: ${detail}` : ''}`, status >= 500);
}

function reasonOf(error: unknown): string {
  const cause = Object(Object(error).cause);
  return String(cause.code ?? cause.message ?? Object(error).message ?? error);
}
