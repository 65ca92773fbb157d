import { types } from '@electric-sql/pglite';
import { customType } from 'drizzle-orm/pg-core';

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

/** An instant, in the format of the API: ISO 8601, UTC, with milliseconds. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});
