import { readFileSync } from 'node:fs';
import { fieldsOf } from '#contract/json/fields-of';

/** The text of a file, or null when there is no such file. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null;
    throw error;
  }
}

/** The code of a system error. */
export function codeOf(error: unknown): unknown {
  return fieldsOf(error).code;
}
