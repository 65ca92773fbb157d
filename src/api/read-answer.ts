import * as v from 'valibot';
import type { Call } from '#contract/calls/call';
import { parseJson } from '#contract/json/parse-json';
import { AnswerMismatch } from './failure.ts';

/** Longer answers are shown in another task than the one that has parsed them. */
const longText = 50_000;

/** The parsed answer of a call; `version` is its ETag. */
export interface Answer {
  readonly value: unknown;
  readonly version: string | null;
}

/** Parses a response by the schema of its call. @throws AnswerMismatch when the response does not match the call: our server never sends another. */
export async function readAnswer(call: Call, response: Response): Promise<Answer> {
  const version = response.headers.get('etag');
  if (call.file !== undefined) {
    const type = response.headers.get('content-type') ?? 'nothing';
    if (!type.startsWith(call.file)) throw new AnswerMismatch(`The answer is ${type} instead of ${call.file}`);
    return { value: await response.blob(), version };
  }
  if (call.answer !== undefined) {
    const text = await response.text();
    const value = parsed(call.answer, text);
    if (text.length > longText) await nextTask();
    return { value, version };
  }
  if (!(await hasNoBody(response)))
    throw new AnswerMismatch(`The answer ${response.status} has a body instead of none`);
  return { value: undefined, version };
}

/** True for a call that was carried out and answers nothing: 204, or 200 without a body. A captive portal sends its page with 200. */
async function hasNoBody(response: Response): Promise<boolean> {
  return response.status === 204 || (response.status === 200 && (await response.text()) === '');
}

/** Resolves in a task of its own, also on a hidden page. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

function parsed(schema: v.GenericSchema<unknown, unknown>, text: string): unknown {
  const json = parseJson(text);
  // A captive portal answers every request with a page of its own.
  if (json === undefined) throw new AnswerMismatch(`The answer is not JSON: ${text.slice(0, 200)}`);
  const result = v.safeParse(schema, json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new AnswerMismatch(`The answer does not fit at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
}
