import { type SQLWrapper, sql } from 'drizzle-orm';
import { lettersAlike } from '#contract/entities/username';

/** A name without case, its letters of other scripts as the Latin ones that they look like. */
export function likenessOf(name: SQLWrapper | string) {
  const value = typeof name === 'string' ? sql`${name}` : name;
  return sql`translate(lower(${value}), ${sql.raw(`'${lettersAlike.foreign}'`)}, ${sql.raw(`'${lettersAlike.latin}'`)})`;
}
