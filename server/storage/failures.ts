const unreachableCodes = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', '53300'];
/** What pg says without a code. */
const unreachableWords = /^(connection terminated|timeout exceeded when trying to connect|client has encountered)/i;

/** Postgres gave way to another transaction: serialization failure, deadlock, lock not to be had. */
export function isBusy(error: unknown): boolean {
  return some(error, ({ code }) => ['40001', '40P01', '55P03'].includes(code));
}

/** A row with these unique values is there already. */
export function isTaken(error: unknown): boolean {
  return some(error, ({ code }) => code === '23505');
}

/** The database cannot be reached, is starting or is shutting down. */
export function isUnreachable(error: unknown): boolean {
  return some(
    error,
    ({ code, message }) => unreachableCodes.includes(code) || /^(08|57P)/.test(code) || unreachableWords.test(message),
  );
}

/** Drizzle wraps what the driver threw, and the driver what the system said. */
function some(error: unknown, is: (part: { code: string; message: string }) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, message, cause } = Object(error);
  return is({ code: String(code), message: String(message) }) || some(cause, is, depth + 1);
}
