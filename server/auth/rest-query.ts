import type { RowFilter, RowOrder, RowQuery } from '../storage/profile-rows.ts';
import { RestError } from './rest-error.ts';

/** The columns of `profiles` that a client can use. */
const columns = ['id', 'username', 'avatar_url'] as const;
export type Column = (typeof columns)[number];

/** A query with the columns of its response. */
export interface RestQuery extends RowQuery {
  readonly select: readonly Column[];
}

const maxLimit = 1_000;
const uuid = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** @throws RestError 42703 for an unknown column. */
export function parseColumn(name: string): Column {
  const found = columns.find((column) => column === name);
  if (found === undefined) throw new RestError(400, '42703', `column profiles.${name} does not exist`);
  return found;
}

function parseError(name: string, value: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse ${name} (${value.slice(0, 80)})"`);
}

/** Parses a query string. A parameter that is not supported is refused, never ignored. @throws RestError 400. */
export function parseRestQuery(parameters: URLSearchParams): RestQuery {
  const filters: RowFilter[] = [];
  let select: readonly Column[] = columns;
  let limit = maxLimit;
  let order: readonly RowOrder[] = [];
  for (const [name, value] of parameters) {
    switch (name) {
      case 'select':
        select = parseSelect(value);
        break;
      case 'limit':
        if (!/^\d{1,9}$/.test(value)) throw parseError('limit parameter', value);
        limit = Math.min(Number(value), maxLimit);
        break;
      case 'order':
        order = parseOrder(value);
        break;
      case 'on_conflict':
        if (value !== 'id')
          throw new RestError(
            400,
            '42P10',
            'there is no unique or exclusion constraint matching the ON CONFLICT specification',
          );
        break;
      case 'columns':
        for (const column of value.split(',')) parseColumn(column.replaceAll('"', ''));
        break;
      case 'offset':
      case 'and':
      case 'or':
      case 'not.and':
      case 'not.or':
        throw parseError(`${name} parameter`, value);
      default:
        filters.push(parseFilter(name, value));
    }
  }
  return { select, filters, limit, order };
}

function parseSelect(value: string): readonly Column[] {
  if (value === '' || value === '*') return columns;
  return value.split(',').map((part) => {
    if (!/^\w+$/.test(part.trim())) throw parseError('select parameter', value);
    return parseColumn(part.trim());
  });
}

function parseOrder(value: string): RowOrder[] {
  return value.split(',').map((part) => {
    const [, name, direction] = /^(\w+)(?:\.(asc|desc))?$/.exec(part) ?? [];
    if (name === undefined) throw parseError('order', value);
    return { column: parseColumn(name), isDescending: direction === 'desc' };
  });
}

function parseFilter(name: string, value: string): RowFilter {
  const column = parseColumn(name);
  const [, operator, operand = ''] = /^(eq|in|is)\.(.*)$/s.exec(value) ?? [];
  switch (operator) {
    case 'eq':
      return { column, operator, value: parseValue(column, operand) };
    case 'in': {
      const list = /^\((.*)\)$/s.exec(operand)?.[1];
      if (list === undefined) throw parseError('filter', value);
      return { column, operator, values: parseList(list).map((item) => parseValue(column, item)) };
    }
    case 'is':
      if (operand !== 'null' && operand !== 'not_null') throw parseError('filter', value);
      return { column, operator, isNull: operand === 'null' };
    default:
      throw parseError('filter', value);
  }
}

/** The items of `a,"b,c"`; in quotes, `\\` takes the next character as it is. */
function parseList(list: string): string[] {
  if (list === '') return [];
  const items = list.match(/(?<=^|,)("(\\.|[^"\\])*"|[^,"]*)(?=,|$)/gs) ?? [];
  return items.map((item) => (item.startsWith('"') ? item.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : item));
}

/** Checks a value by the type of its column. @throws RestError 22021 or 22P02. */
export function parseValue(column: Column, value: string): string {
  if (/\0|\p{Surrogate}/u.test(value)) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"');
  if (column !== 'id') return value;
  if (!uuid.test(value))
    throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${value.slice(0, 80)}"`);
  return value.toLowerCase();
}
