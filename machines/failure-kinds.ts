import type { Failure } from '#contract/api/problem';
import { unexpectedError } from './unexpected-error.ts';

/** The user has stopped a request whose answer did not come: the server may have carried it out. */
export const stoppedRequest: Failure = { ...unexpectedError(''), kind: 'aborted', message: '' };

/** No answer of our own server came: the call may succeed when the server can be reached again. */
export function isOfNetwork({ kind }: Failure): boolean {
  return kind === 'offline' || kind === 'unreachable' || kind === 'mismatch' || kind === 'unexpected';
}
