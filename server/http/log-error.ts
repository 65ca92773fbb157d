import { fieldsOf } from '#contract/json/fields-of';

/** The logged fields of an error. Values of a query may be personal data and are left out. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The constraint that a statement violated. */
  readonly constraint?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
};

/** Messages without values: Drizzle adds those of a failed query, PostgreSQL those of a refused row. */
function withoutValues(text: string): string {
  return text.replaceAll(/\nparams: [^\n]*/g, '').replaceAll(/\bKey \([^)]*\)=\(.*\)/g, 'Key (…)=(…)');
}

/** Serializes an error for the log, with its causes. */
export function logError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { code, constraint } = fieldsOf(error);
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: withoutValues(error.stack ?? ''),
    ...(error.cause instanceof Error ? { cause: logError(error.cause) } : {}),
  };
}
