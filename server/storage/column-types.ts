import { type PGlite, types } from '@electric-sql/pglite';
import { type AnyPgColumn, customType, uuid } from 'drizzle-orm/pg-core';

/** Binary data. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * How the embedded database gets and gives binary data: it is sent as it is, and comes as text. Its own functions convert
 * byte by byte and block the event loop for 200 ms for a large session.
 */
export const embeddedTypes = {
  serializers: {
    // Bytes are sent in the binary format, which PGlite's type of a serializer does not allow.
    [types.BYTEA]: (value: Uint8Array) => value as unknown as string,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

/**
 * Gives an embedded database the parsers that come with a query once and for all. Drizzle sends the same ones with every
 * query, and for each of them PGlite would copy its own three hundred, a quarter of the time of a small query.
 */
export function keepParsers(client: PGlite): void {
  const keep =
    (query: PGlite['query']): PGlite['query'] =>
    (statement, parameters, { parsers, ...options } = {}) => {
      Object.assign(client.parsers, parsers);
      return query(statement, parameters, options);
    };
  const transact = client.transaction.bind(client);
  Object.assign(client, {
    query: keep(client.query.bind(client)),
    transaction: ((work) =>
      transact((transaction) =>
        work(Object.assign(transaction, { query: keep(transaction.query) })),
      )) satisfies PGlite['transaction'],
  });
}

/** An instant, in the format of the API: ISO 8601, UTC, with milliseconds. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** The id of a row of another table. When that one is deleted, this row is too. */
export const belongsTo = (name: string, owner: () => AnyPgColumn) =>
  uuid(name).notNull().references(owner, { onDelete: 'cascade' });
