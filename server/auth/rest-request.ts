import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Username } from '#contract/entities/username';
import { Uuid } from '#contract/values/values';
import { RestError } from './rest-error.ts';

/** The columns of `profiles` that a client can use. */
const columns = ['id', 'username', 'avatar_url'] as const;
type Column = (typeof columns)[number];

/** A read of `profiles`: the row of one user, and the requested columns. */
export interface RestQuery {
  readonly select: readonly Column[];
  /** Null where the request names no row. */
  readonly id: string | null;
}

/** The columns of a row that a request sets. */
export interface RowValues {
  id?: string;
  username?: string | null;
  avatar_url?: string | null;
}

const uuid = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** Parses a query string. A parameter that is not supported is refused, never ignored. @throws RestError 400. */
export function parseRestQuery(parameters: URLSearchParams): RestQuery {
  let select: readonly Column[] = columns;
  let id: string | null = null;
  for (const [name, value] of parameters) {
    const [, operand] = /^eq\.(.*)$/s.exec(value) ?? [];
    if (name === 'select') select = parseSelect(value);
    else if (name === 'columns') for (const column of value.split(',')) parseColumn(column.replaceAll('"', ''));
    else if (name === 'id' && operand !== undefined && id === null) id = parseId(operand);
    else if (name !== 'on_conflict' || value !== 'id')
      throw new RestError(400, 'PGRST100', `"failed to parse filter (${value.slice(0, 80)})"`);
  }
  return { select, id };
}

function parseSelect(value: string): readonly Column[] {
  return value === '' || value === '*' ? columns : value.split(',').map((part) => parseColumn(part.trim()));
}

function parseColumn(name: string): Column {
  const found = columns.find((column) => column === name);
  if (found === undefined) throw new RestError(400, '42703', `column profiles.${name.slice(0, 80)} does not exist`);
  return found;
}

function parseId(value: string): string {
  if (!uuid.test(value))
    throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${value.slice(0, 80)}"`);
  return value.toLowerCase();
}

/** Parses the values of a row. @throws RestError 400. */
export function parseRow(body: unknown): RowValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  const values: RowValues = {};
  for (const [name, value] of Object.entries(body)) {
    const text = value === null ? null : String(value);
    if (text !== null && /\0|\p{Surrogate}/u.test(text))
      throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"');
    if (name === 'id') values.id = text === null ? undefined : parseId(text);
    else if (name === 'username') values.username = text === null ? null : parseUsername(text);
    else if (name === 'avatar_url') values.avatar_url = text;
    else {
      const message = `Could not find the '${name.slice(0, 80)}' column of 'profiles' in the schema cache`;
      throw new RestError(400, 'PGRST204', message);
    }
  }
  return values;
}

function parseUsername(text: string): string {
  const parsed = v.safeParse(Username, text);
  if (!parsed.success) throw violation('username');
  return parsed.output;
}

/**
 * Replaces the address of a picture by its path, as it is stored: the address of this server may change. The picture must be the
 * one that its user has uploaded here.
 */
export function withPicturePath<Values extends RowValues>(values: Values, userId: string, siteUrl: string): Values {
  const { avatar_url: given } = values;
  if (given == null) return values;
  const avatar_url = given.startsWith(siteUrl) ? given.slice(siteUrl.length) : given;
  const path = `${addressOf(calls.getAvatar, { userId })}?v=`;
  if (!avatar_url.startsWith(path) || !v.is(Uuid, avatar_url.slice(path.length))) throw violation('avatar_url');
  return { ...values, avatar_url };
}

function violation(column: Column): RestError {
  const constraint = `profiles_${column}_check`;
  return new RestError(400, '23514', `new row for relation "profiles" violates check constraint "${constraint}"`);
}
