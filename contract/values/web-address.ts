import * as v from 'valibot';
import { line } from './text-values.ts';

/** Scheme, host, port and path. User information and backslashes are refused: URL parsers disagree about them. */
const webAddress = /^https?:\/\/((?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+)(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/iu;

/** The host of a web address, in lower case; null for any other text. */
export function hostOf(value: string): string | null {
  return webAddress.exec(value)?.[1]?.toLowerCase() ?? null;
}

/** An http or https address without user information. */
export const Website = v.pipe(
  line(500),
  v.check((value) => hostOf(value) !== null, 'must be a web address that begins with https:// or http://'),
);

/** An https address without user information. */
export const SecureAddress = v.pipe(
  Website,
  v.startsWith('https://', 'must be a web address that begins with https://'),
);
