import ky, { HTTPError, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { Problem } from '#contract/api/problem';
import { sessionBodyLimit } from '#contract/constants';
import { fieldsOf } from '#contract/json/fields-of';

/** The server refused a call or did not answer; the message says why. */
export class ServerRefused extends Error {
  /** Whether every other call would be refused too. */
  readonly isFinal: boolean;
  /** The status of the answer; null without one of a Pitboard server. */
  readonly status: number | null;

  constructor(message: string, isFinal: boolean, status: number | null = null) {
    super(message);
    this.isFinal = isFinal;
    this.status = status;
  }

  /** Whether the server does not accept the token any more. */
  get isOfToken(): boolean {
    return this.status === 401;
  }
}

/** A server, and the token of a user. */
export interface Destination {
  readonly server: string;
  readonly token: string;
  /** The key of the viewers: what is uploaded stays private with it. */
  readonly sessionKey?: string | null;
}

/** How long to wait for an answer, in ms. */
const longestWait = 60_000;
const errorsShown = 3;
/** The reason for a session that is too large. */
export const tooLarge = `it is larger than ${sessionBodyLimit / 1024 / 1024} MiB`;

/** Calls the server, with a token or without, and returns the parsed answer. @throws ServerRefused. */
export async function callServer<Answer extends v.GenericSchema<unknown, unknown>>(
  address: string,
  { server, token }: { readonly server: string; readonly token: string | null },
  {
    answer,
    timeout = longestWait,
    ...options
  }: Pick<Options, 'method' | 'body' | 'headers' | 'timeout' | 'signal'> & { readonly answer: Answer },
): Promise<v.InferOutput<Answer>> {
  try {
    const headers = { ...fieldsOf(options.headers), ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
    const response = await ky(new URL(address, server), { ...options, headers, retry: 0, timeout });
    return v.parse(answer, await response.json());
  } catch (error) {
    throw error instanceof HTTPError ? await refusalOf(error.response, server, token) : failureOf(error, server);
  }
}

/** For errors without a refusal: no answer, or one that is not of a Pitboard server. */
function failureOf(error: unknown, server: string): ServerRefused {
  if (error instanceof v.ValiError || error instanceof SyntaxError) return foreignAnswer(server);
  const reason = error instanceof TimeoutError ? 'no answer in time' : causeOf(error);
  return new ServerRefused(`${server} cannot be reached (${reason})`, true);
}

function foreignAnswer(server: string): ServerRefused {
  return new ServerRefused(`${server} answers, but is not a Pitboard server of this version`, true);
}

function causeOf(error: unknown): string {
  const cause = fieldsOf(fieldsOf(error).cause);
  return String(cause.code ?? cause.message ?? fieldsOf(error).message ?? error);
}

async function refusalOf(response: Response, server: string, token: string | null): Promise<ServerRefused> {
  const { status } = response;
  const problem = await problemIn(response);
  if (status === 401 && problem !== null)
    return new ServerRefused(
      token?.startsWith('pbr_') === true
        ? 'this recorder was removed from its account: connect it again with a code from your settings'
        : 'the token has expired or is for another server: mint one with npm run token, with the DATA_DIR and PUBLIC_URL of this one',
      true,
      status,
    );
  if (status === 413 && problem !== null) return new ServerRefused(tooLarge, false, status);
  if (status === 413)
    return new ServerRefused(`a proxy before ${server} refuses bodies of this size: its limit must be raised`, true);
  if (status === 429) return new ServerRefused(`too many uploads: try again in ${waitOf(response)}`, true, status);
  if (status === 404) return new ServerRefused(`${server} is not a Pitboard server`, true, status);
  // A captive portal or a proxy: it says nothing about this session.
  if (problem === null && status < 500) return foreignAnswer(server);
  const reason = problem === null ? null : describe(problem);
  return new ServerRefused(`the server refused it with ${status}${reason ? `: ${reason}` : ''}`, status >= 500, status);
}

/** The reason of a Pitboard server; null for the answer of anything else, which may be JSON too. */
async function problemIn(response: Response): Promise<Problem | null> {
  if (!/^application\/problem\+json\b/i.test(response.headers.get('content-type') ?? '')) return null;
  const text = await response.text().catch(() => '');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), text);
  return parsed.success ? parsed.output : null;
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
