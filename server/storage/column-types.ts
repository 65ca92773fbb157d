import { types } from '@electric-sql/pglite';
import { customType } from 'drizzle-orm/pg-core';

/** Binary data. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * How the embedded database converts binary data from and to its text form. Its own functions do that byte by byte and
 * block the event loop for 200 ms for a large session.
 */
export const embeddedTypes = {
  serializers: {
    [types.BYTEA]: (value: Uint8Array) =>
      `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`,
  },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

/** An instant, in the format of the API: ISO 8601, UTC, with milliseconds. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});
