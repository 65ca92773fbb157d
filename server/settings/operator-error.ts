import { fieldsOf } from '#contract/json/fields-of';

/**
 * An error that an operator can fix. Only its message is printed: one line with the fault and its remedy, without secrets.
 */
export class OperatorError extends Error {}

/**
 * Prints an error and ends the process. One that an operator can fix, one of the system and one of the command line are a
 * line; any other is a bug, and has its stack.
 */
export function exitWithError(error: unknown, before = ''): never {
  const { syscall, code, message } = fieldsOf(error);
  const isLine = error instanceof OperatorError || typeof syscall === 'string' || /^ERR_PARSE_ARGS/.test(String(code));
  console.error(isLine ? before + String(message) : error);
  process.exit(1);
}
