import * as v from 'valibot';
import { paramNamesOf } from '#contract/address';
import { type Call, paramSchemaOf } from '#contract/calls';
import type { FieldError } from '#contract/problem';
import { invalid } from '../problem.ts';

const deepest = 20;

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
  if (depthOver(request.body, deepest)) errors.push({ path: '', message: `must not be nested deeper than ${deepest}` });
  const body = errors.length > 0 ? undefined : read(call.body, request.body, errors);
  if (errors.length > 0) throw invalid(errors);
  return { params, query, body };
}

function read(schema: v.GenericSchema<unknown, unknown> | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  for (const issue of result.issues.slice(0, 20)) {
    errors.push({ path: v.getDotPath(issue) ?? '', message: issue.message });
  }
  return undefined;
}

function depthOver(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < most; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
