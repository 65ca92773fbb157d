import * as v from 'valibot';
import { paramNamesOf } from '#contract/api/address';
import type { FieldError } from '#contract/api/problem';
import type { Call } from '#contract/calls/call';
import { fieldsOf } from '#contract/json/fields-of';
import { Uuid } from '#contract/values/values';
import { invalid } from '../http/problem.ts';

const maxDepth = 20;
/** Of a larger body only the first error is reported: a list of a million errors would block the server. */
const maxValuesForAllErrors = 1_000;
const maxErrors = 20;
const maxMessageLength = 200;

/** The parameters and the query of a request, valid by the contract. */
export interface ParsedAddress {
  readonly params: Record<string, string>;
  readonly query: unknown;
}

/** Creates the parser of the addresses of a call. It throws Problem 400 with the name of each invalid parameter. */
export function createAddressParser(
  call: Call,
): (request: { readonly params: unknown; readonly query: unknown }) => ParsedAddress {
  const paramSchemas = paramNamesOf(call).map((name) => ({ name, schema: call.params?.[name] ?? Uuid }));
  const queryNames = new Set(Object.keys(fieldsOf(fieldsOf(call.query).entries)));
  return (request) => {
    const rawParams: Record<string, unknown> = fieldsOf(request.params);
    const errors: FieldError[] = [];
    const params: Record<string, string> = {};
    for (const { name, schema } of paramSchemas) {
      const result = v.safeParse(schema, rawParams[name]);
      if (result.success) params[name] = String(rawParams[name]);
      else errors.push({ path: name, message: result.issues[0].message });
    }
    for (const name of Object.keys(fieldsOf(request.query)))
      if (!queryNames.has(name)) errors.push({ path: truncate(name), message: 'is not a parameter of this call' });
    const query = parseValue(call.query, request.query ?? {}, errors);
    if (errors.length > 0) throw invalid(errors);
    return { params, query };
  };
}

/** The body of a request, valid by the contract. @throws Problem 400 with the path of each error. */
export function parseBody(call: Call, body: unknown): unknown {
  const size = countValues(body);
  if (size === null) throw invalid([{ path: '', message: `must not be nested deeper than ${maxDepth}` }]);
  const errors: FieldError[] = [];
  const parsed = parseValue(call.body, body, errors, size > maxValuesForAllErrors);
  if (errors.length > 0) throw invalid(errors);
  return parsed;
}

function parseValue(
  schema: v.GenericSchema<unknown, unknown> | undefined,
  value: unknown,
  errors: FieldError[],
  abortEarly = false,
): unknown {
  if (schema === undefined) return undefined;
  // For the library a list is an object as well, one with no field set.
  if (Array.isArray(value) && schema.type !== 'array') {
    errors.push({ path: '', message: 'must be an object' });
    return undefined;
  }
  const result = v.safeParse(schema, value, { abortEarly });
  if (result.success) return result.output;
  for (const issue of result.issues.slice(0, maxErrors)) {
    errors.push({ path: truncate(v.getDotPath(issue) ?? ''), message: truncate(issue.message) });
  }
  return undefined;
}

/** Messages and paths contain parts of the request, which may have megabytes. */
function truncate(text: string): string {
  return text.length <= maxMessageLength ? text : `${text.slice(0, maxMessageLength)}…`;
}

/** Number of values in a body, or null when it is nested too deeply. */
function countValues(body: unknown): number | null {
  let count = 1;
  const open: { value: object; depth: number }[] = isObject(body) ? [{ value: body, depth: 1 }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > maxDepth) return null;
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

const noHeaders: Record<string, string | undefined> = {};

/** The headers that a call names. */
export function pickHeaders(
  { headers }: Call,
  given: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  if (headers === undefined) return noHeaders;
  return Object.fromEntries(Object.keys(headers).map((name) => [name, given[name.toLowerCase()]?.toString()]));
}
