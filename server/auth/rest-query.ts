import { RestError } from './rest-error.ts';

/** The columns of `profiles` that the client may name. */
const columns = ['id', 'username', 'avatar_url'] as const;
export type Column = (typeof columns)[number];

/** One condition on a column. */
type Filter =
  | { readonly column: Column; readonly operator: 'eq'; readonly value: string }
  | { readonly column: Column; readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly column: Column; readonly operator: 'is'; readonly isNull: boolean };

/** A query of the subset that is understood; whatever else is asked is refused, never ignored. */
export interface RestQuery {
  readonly select: readonly Column[];
  readonly filters: readonly Filter[];
  readonly limit: number;
  readonly order: readonly { readonly column: Column; readonly isDescending: boolean }[];
}

const most = 1_000;
const uuid = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** Names a column. @throws RestError 42703. */
export function columnOf(name: string): Column {
  const found = columns.find((column) => column === name);
  if (found === undefined) throw new RestError(400, '42703', `column profiles.${name} does not exist`);
  return found;
}

function unparsable(name: string, value: string): RestError {
  return new RestError(400, 'PGRST100', `"failed to parse ${name} (${value.slice(0, 80)})"`);
}

/** Reads a query string. @throws RestError. */
export function restQueryOf(parameters: URLSearchParams): RestQuery {
  const filters: Filter[] = [];
  let select: readonly Column[] = columns;
  let limit = most;
  let order: RestQuery['order'] = [];
  for (const [name, value] of parameters) {
    switch (name) {
      case 'select':
        select = selectionOf(value);
        break;
      case 'limit':
        if (!/^\d{1,9}$/.test(value)) throw unparsable('limit parameter', value);
        limit = Math.min(Number(value), most);
        break;
      case 'order':
        order = orderOf(value);
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
        for (const column of value.split(',')) columnOf(column.replaceAll('"', ''));
        break;
      case 'offset':
      case 'and':
      case 'or':
      case 'not.and':
      case 'not.or':
        throw unparsable(`${name} parameter`, value);
      default:
        filters.push(filterOf(name, value));
    }
  }
  return { select, filters, limit, order };
}

function selectionOf(value: string): readonly Column[] {
  if (value === '' || value === '*') return columns;
  return value.split(',').map((part) => {
    if (!/^\w+$/.test(part.trim())) throw unparsable('select parameter', value);
    return columnOf(part.trim());
  });
}

function orderOf(value: string): RestQuery['order'] {
  return value.split(',').map((part) => {
    const [, name, direction] = /^(\w+)(?:\.(asc|desc))?$/.exec(part) ?? [];
    if (name === undefined) throw unparsable('order', value);
    return { column: columnOf(name), isDescending: direction === 'desc' };
  });
}

function filterOf(name: string, value: string): Filter {
  const column = columnOf(name);
  const [, operator, rest = ''] = /^(eq|in|is)\.(.*)$/s.exec(value) ?? [];
  switch (operator) {
    case 'eq':
      return { column, operator, value: typed(column, rest) };
    case 'in': {
      const list = /^\((.*)\)$/s.exec(rest)?.[1];
      if (list === undefined) throw unparsable('filter', value);
      const values = list === '' ? [] : list.split(',').map((item) => typed(column, item.replace(/^"(.*)"$/, '$1')));
      return { column, operator, values };
    }
    case 'is':
      if (rest !== 'null' && rest !== 'not_null') throw unparsable('filter', value);
      return { column, operator, isNull: rest === 'null' };
    default:
      throw unparsable('filter', value);
  }
}

/** @throws RestError 22P02 for an id that is none. */
export function typed(column: Column, value: string): string {
  if (/\0|\p{Surrogate}/u.test(value)) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"');
  if (column !== 'id') return value;
  if (!uuid.test(value))
    throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${value.slice(0, 80)}"`);
  return value.toLowerCase();
}
