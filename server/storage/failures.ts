import { fieldsOf } from '#contract/json/fields-of';

const unreachableCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'],
  // Too many connections, disk full, out of memory; cancelled after its time, ended while it was idle in a transaction.
  ...['53300', '53100', '53200', '57014', '25P03'],
  // A file of a table that is gone, or cannot be read.
  ...['58P01', '58030'],
  // Read-only: a standby after a failover. And the embedded database without room or directory.
  ...['25006', 'CANNOT_STORE', 'DISK_FULL'],
];
/** Messages of pg that have no code. */
const unreachableMessages =
  /^(connection terminated|timeout exceeded when trying to connect|client (has encountered|was closed)|query read timeout)/i;

/**
 * The transaction conflicts with another: serialization failure, deadlock, lock timeout, or a reference to a row that the
 * other one has deleted in the meantime.
 */
export function isBusy(error: unknown): boolean {
  return matches(error, ({ code }) => ['40001', '40P01', '55P03', '23503'].includes(code));
}

/** Another transaction has deleted a row between two statements of this one. */
export class LostRace extends Error {
  /** The SQLSTATE of a serialization failure. */
  readonly code = '40001';
}

/** A unique value exists already. */
export function isTaken(error: unknown): boolean {
  return matches(error, ({ code }) => code === '23505');
}

/** Files of the database are missing or damaged. */
export function isDamage(error: unknown): boolean {
  return matches(error, ({ code, message }) => /^(XX|58)/.test(code) || /Aborted\(\)/.test(message));
}

/** The user of the database lacks a right, such as to create tables. */
export function isForbidden(error: unknown): boolean {
  return matches(error, ({ code }) => code === '42501');
}

/** Whether PostgreSQL has ended a statement: its time was over, or two transactions waited for each other. */
export function isCancelled(error: unknown): boolean {
  return matches(error, ({ code }) => code === '57014' || code === '40P01');
}

/** The name of the constraint that a write has violated; null when it is not known. */
export function constraintOf(error: unknown): string | null {
  for (let part = error, depth = 0; typeof part === 'object' && part !== null && depth < 5; depth += 1) {
    const { constraint, cause } = fieldsOf(part);
    if (typeof constraint === 'string') return constraint;
    part = cause;
  }
  return null;
}

/** The database cannot be reached or does not store at the moment: it is starting, shutting down, frozen or full. */
export function isUnreachable(error: unknown): boolean {
  return matches(
    error,
    ({ code, message }) =>
      unreachableCodes.includes(code) || /^(08|57P)/.test(code) || unreachableMessages.test(message),
  );
}

/** The disk of the database has no room. */
export function isDiskFull(error: unknown): boolean {
  return matches(error, ({ code }) => code === 'DISK_FULL' || code === '53100');
}

/** The client has waited for the answer of the database for too long. */
export function isReadTimeout(error: unknown): boolean {
  return matches(error, ({ message }) => /^query read timeout/i.test(message));
}

/** Checks an error and its causes: Drizzle wraps errors of the driver, the driver wraps system errors. */
function matches(error: unknown, isMatch: (part: { code: string; message: string }) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, message, cause } = fieldsOf(error);
  return isMatch({ code: String(code), message: String(message) }) || matches(cause, isMatch, depth + 1);
}
