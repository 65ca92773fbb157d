import { HTTPError, TimeoutError } from 'ky';
import * as v from 'valibot';
import { type Failure, Problem, texts } from '#contract/problem';

/** The answer is not what the contract says: another server's page, or another version's entity. */
export class AnswerMismatch extends Error {}

/** Statuses that say `A server side error occurred.` (spec §8); only with an error object is it our server that says so. */
const refusals = new Set([400, 401, 403, 404, 409, 412, 413, 415, 422, 429]);

/**
 * Any error of a call as plain data. The only place that knows ky's errors, problem details and the texts of spec §8.
 * `isOnline` is what the device says of itself.
 */
export async function toFailure(error: unknown, isOnline: boolean): Promise<Failure> {
  const none = { status: null, problem: null };
  if (error instanceof HTTPError) return ofResponse(error.response);
  if (error instanceof AnswerMismatch)
    return { ...none, kind: 'mismatch', message: texts.unexpected, detail: error.message };
  if (isAbort(error)) return { ...none, kind: 'aborted', message: '', detail: null };
  // fetch says a network error as a TypeError; one that carries a response is that response (spec §8).
  const response = Object(error).response;
  if (response instanceof Response) return ofResponse(response);
  const isNetwork = error instanceof TimeoutError || (error instanceof TypeError && isFetchMessage(error.message));
  if (isNetwork) {
    return { ...none, kind: isOnline ? 'unreachable' : 'offline', message: texts.unexpected, detail: String(error) };
  }
  return { ...none, kind: 'internal', message: texts.somethingWrong, detail: detailOf(error) };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What Chromium, Firefox, Safari and Node say when no answer came; any other TypeError is a bug. */
function isFetchMessage(message: string): boolean {
  return /fetch|network|load failed/i.test(message);
}

async function ofResponse(response: Response): Promise<Failure> {
  const body = await response.text().catch(() => '');
  const problem = problemIn(body);
  const { status } = response;
  if (refusals.has(status) && problem !== null) {
    return { kind: 'problem', message: texts.serverSide, status, problem, detail: problem.detail ?? body };
  }
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const detail = `${status} ${response.statusText}\n${headers}\n\n${body.slice(0, 2_000)}`;
  const message = refusals.has(status) ? texts.serverSide : texts.unexpected;
  return { kind: 'unexpected', message, status, problem, detail };
}

function problemIn(body: string): Problem | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Problem), body);
  return result.success ? result.output : null;
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
