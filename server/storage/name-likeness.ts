import { type SQLWrapper, sql } from 'drizzle-orm';

/** A name as it looks, by the function of the database that does the same as `likenessOf` of the contract. */
export function nameLikeness(name: SQLWrapper | string) {
  return sql`name_likeness(${typeof name === 'string' ? sql`${name}` : name})`;
}
