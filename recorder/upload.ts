import { randomUUID } from 'node:crypto';
import ky, { HTTPError, TimeoutError } from 'ky';
import * as v from 'valibot';
import { addressOf } from '#contract/address';
import type { SessionUpload } from '#contract/bodies';
import { calls } from '#contract/calls';
import { sessionBodyLimit } from '#contract/constants';
import { Problem } from '#contract/problem';
import { Session } from '#contract/session';

/** A session was not uploaded; the message says why. */
export class UploadRefused extends Error {
  /** Whether every other session would be refused too. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** A server, and the token of a user. */
export interface Destination {
  readonly server: string;
  readonly token: string;
}

/** How long to wait for an answer, in ms. */
const timeout = 60_000;
const errorsShown = 3;
const tooLarge = `it is larger than ${sessionBodyLimit / 1024 / 1024} MiB`;

/**
 * Uploads a session.
 * @returns the stored session: an earlier upload of the same session when that one is more complete.
 * @throws UploadRefused.
 */
export async function uploadSession(upload: SessionUpload, { server, token }: Destination): Promise<Session> {
  const body = JSON.stringify(upload);
  // A server that refuses the size can close the connection before its answer is read.
  if (Buffer.byteLength(body) > sessionBodyLimit) throw new UploadRefused(tooLarge, false);
  try {
    const response = await ky.post(new URL(addressOf(calls.createSession), server), {
      body,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // A retry after a lost answer does not create a second session.
        'Idempotency-Key': randomUUID(),
      },
      retry: 0,
      timeout,
    });
    return v.parse(Session, await response.json());
  } catch (error) {
    throw error instanceof HTTPError ? await refusalOf(error.response, server) : failureOf(error, server);
  }
}

/** For errors without a refusal: no answer, or one that is not of a Pitboard server. */
function failureOf(error: unknown, server: string): UploadRefused {
  if (error instanceof v.ValiError || error instanceof SyntaxError) {
    return new UploadRefused(`${server} answers, but is not a Pitboard server of this version`, true);
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
  if (status === 429) return new UploadRefused(`too many uploads: try again in ${waitOf(response)}`, true);
  if (status === 404) return new UploadRefused(`${server} is not a Pitboard server`, true);
  const reason = parsed.success ? describe(parsed.output) : null;
  return new UploadRefused(`the server refused it with ${status}${reason ? `: ${reason}` : ''}`, status >= 500);
}

/** The text of a problem, with the first refused values. */
function describe({ title, detail, errors }: Problem): string {
  const shown = (errors ?? []).slice(0, errorsShown).map(({ path, message }) => `${path}: ${message}`);
  const more = (errors?.length ?? 0) - shown.length;
  return [detail ?? title, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].filter(Boolean).join('; ');
}

function waitOf(response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? `${Math.ceil(seconds)} s` : 'a minute';
}
