import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/api/calls';
import { Username } from '#contract/entities/username';
import { Uuid } from '#contract/values/values';
import { RestError } from './rest-error.ts';
import { type Column, parseColumn, parseValue } from './rest-query.ts';

/** The columns of a row that a request sets. */
export interface RowValues {
  id?: string;
  username?: string | null;
  avatar_url?: string | null;
}

const maxRows = 100;
const missingId = 'null value in column "id" of relation "profiles" violates not-null constraint';

/** Parses one row or a list of rows to insert. @throws RestError 400. */
export function parseRows(body: unknown): (RowValues & { id: string })[] {
  const rows = Array.isArray(body) ? body : [body];
  if (rows.length > maxRows) throw new RestError(400, 'PGRST102', 'Too many rows');
  return rows.map((row) => {
    const values = parseRow(row);
    if (values.id === undefined) throw new RestError(400, '23502', missingId);
    return { ...values, id: values.id };
  });
}

/** Parses the values of a row. @throws RestError 400. */
export function parseRow(body: unknown): RowValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  const values: RowValues = {};
  for (const [name, value] of Object.entries(body)) {
    if (!/^\w+$/.test(name) || !isColumn(name)) {
      const message = `Could not find the '${name.slice(0, 80)}' column of 'profiles' in the schema cache`;
      throw new RestError(400, 'PGRST204', message);
    }
    const text = value === null ? null : parseText(name, String(value));
    if (name !== 'id') values[name] = text;
    else if (text !== null) values.id = text;
    else throw new RestError(400, '23502', missingId);
  }
  return values;
}

function isColumn(name: string): name is Column {
  try {
    parseColumn(name);
    return true;
  } catch {
    return false;
  }
}

function parseText(column: Column, value: string): string {
  const text = parseValue(column, value);
  if (column === 'id') return text;
  if (column === 'avatar_url') return text;
  const parsed = v.safeParse(Username, text);
  if (parsed.success) return parsed.output;
  throw violation(column);
}

/** Requires that a picture is the one that its user has uploaded here, at the address that the upload was answered with. */
export function requireOwnPicture({ avatar_url: given }: RowValues, userId: string, siteUrl: string): void {
  if (given == null) return;
  const address = `${siteUrl}${addressOf(calls.getAvatar, { userId })}?v=`;
  if (!given.startsWith(address) || !v.is(Uuid, given.slice(address.length))) throw violation('avatar_url');
}

function violation(column: Column): RestError {
  const constraint = `profiles_${column}_check`;
  return new RestError(400, '23514', `new row for relation "profiles" violates check constraint "${constraint}"`);
}
