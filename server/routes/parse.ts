import * as v from 'valibot';
import { paramNamesOf } from '#contract/address';
import { type Call, paramSchemaOf } from '#contract/calls';
import type { FieldError } from '#contract/problem';
import { invalid } from '../problem.ts';

const deepest = 20;
/** A body of more values than this is told its first fault only: a list of a million faults would stop the server. */
const mostForAllFaults = 1_000;
const mostFaults = 20;
const longestMessage = 200;

/** What a request holds once the contract has read it. */
export interface Parsed {
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Reads path, query and body by the contract. @throws Problem 400 with the path to each fault. */
export function parseRequest(call: Call, request: { params: unknown; query: unknown; body: unknown }): Parsed {
  const given: Record<string, unknown> = Object(request.params);
  const errors: FieldError[] = [];
  const params: Record<string, string> = {};
  for (const name of paramNamesOf(call)) {
    const value = given[name];
    const result = v.safeParse(paramSchemaOf(call, name), value);
    if (result.success) params[name] = String(value);
    else errors.push({ path: name, message: result.issues[0].message });
  }
  const query = read(call.query, request.query ?? {}, errors);
  const size = sizeOf(request.body);
  if (size === null) errors.push({ path: '', message: `must not be nested deeper than ${deepest}` });
  const isLarge = size === null || size > mostForAllFaults;
  const body = errors.length > 0 ? undefined : read(call.body, request.body, errors, isLarge);
  if (errors.length > 0) throw invalid(errors);
  return { params, query, body };
}

function read(
  schema: v.GenericSchema<unknown, unknown> | undefined,
  value: unknown,
  errors: FieldError[],
  abortEarly = false,
): unknown {
  if (schema === undefined) return undefined;
  const result = v.safeParse(schema, value, { abortEarly });
  if (result.success) return result.output;
  for (const issue of result.issues.slice(0, mostFaults)) {
    errors.push({ path: short(v.getDotPath(issue) ?? ''), message: short(issue.message) });
  }
  return undefined;
}

/** Messages and paths hold what was sent, which may be megabytes. */
function short(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`;
}

/** How many values a body holds; null when it is nested too deep. */
function sizeOf(body: unknown): number | null {
  let count = 1;
  const open: { value: object; depth: number }[] = isObject(body) ? [{ value: body, depth: 1 }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > deepest) return null;
    for (const value of Object.values(next.value)) {
      count += 1;
      if (isObject(value)) open.push({ value, depth: next.depth + 1 });
    }
  }
  return count;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
