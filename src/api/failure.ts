import { HTTPError, TimeoutError } from 'ky';
import * as v from 'valibot';
import { createFailure, type Failure, Problem, texts } from '#contract/api/problem';
import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';
import { isChunkMissing } from '../browser/missing-chunk.ts';

/** The answer does not match the contract: the page of another server, or the entity of another version. */
export class AnswerMismatch extends Error {}

/** Statuses for which the error message is `A server side error occurred.`; all others are unexpected. */
const serverSideStatuses = new Set([400, 401, 403, 404]);

/** Any error of a call as plain data: the only place that knows ky's errors and problem details. */
export async function toFailure(error: unknown, isOnline: boolean): Promise<Failure> {
  if (error instanceof HTTPError) return fromResponse(error.response);
  if (error instanceof AnswerMismatch)
    return createFailure('mismatch', { message: texts.unexpected, detail: error.message });
  if (isChunkMissing(error))
    return createFailure(isOnline ? 'outdated' : 'offline', { message: texts.unexpected, detail: String(error) });
  if (isAbort(error)) return createFailure('aborted');
  // fetch reports a network error as a TypeError; one that carries a response is that response.
  const response = fieldsOf(error).response;
  if (response instanceof Response) return fromResponse(response);
  const isTimeout = error instanceof TimeoutError || (error instanceof DOMException && error.name === 'TimeoutError');
  const isNetwork = isTimeout || (error instanceof TypeError && isFetchMessage(error.message));
  if (isNetwork)
    return createFailure(isOnline ? 'unreachable' : 'offline', { message: texts.unexpected, detail: String(error) });
  return createFailure('internal', { message: texts.somethingWrong, detail: detailOf(error) });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The messages of Chromium, Firefox, Safari and Node when no answer came; any other TypeError is a bug. */
function isFetchMessage(message: string): boolean {
  return /fetch|network|load failed/i.test(message);
}

/** Whether our own server has refused. A proxy or a captive portal sends a page, or JSON in its own words. */
export function isProblem({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/problem+json');
}

async function fromResponse(response: Response): Promise<Failure> {
  const { status } = response;
  // Browsers report a redirect that is not followed with the status 0.
  if (status < 400)
    return createFailure('mismatch', { message: texts.unexpected, detail: 'The request was redirected' });
  const body = await response.text().catch(() => '');
  const problem = isProblem(response) ? problemIn(body) : null;
  const isServerSide = serverSideStatuses.has(status);
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const whole = `${status} ${response.statusText}\n${headers}\n\n${body.slice(0, 2_000)}`;
  const isRefusal = status >= 400 && status < 500 && problem !== null;
  return createFailure(isRefusal ? 'problem' : 'unexpected', {
    message: isServerSide ? texts.serverSide : texts.unexpected,
    status,
    problem,
    code: isRefusal ? (problem.code ?? null) : null,
    detail: isRefusal && isServerSide ? (problem.detail ?? body) : whole,
    fieldErrors: problem?.errors ?? [],
    current: problem?.current ?? null,
    retryAfter: retryAfterOf(response),
  });
}

/** Seconds, from a number or a date. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

function problemIn(body: string): Problem | null {
  const result = v.safeParse(Problem, parseJson(body));
  return result.success ? result.output : null;
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
