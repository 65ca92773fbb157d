import type { Outcome } from '#contract/api/problem';
import { createSession } from '#contract/calls/edit-session';
import { getSession } from '#contract/calls/sessions';
import { recordingOf, startingAt } from '#contract/race/recording';
import type { SendInput, StoredUpload } from '#machines/upload';
import { useLoad, useWrite } from './write.ts';

/** Sends one session; after a 412 the answer is the stored session as it has become, to choose from. */
export function useSendUpload(): (input: SendInput, signal: AbortSignal) => Promise<Outcome<StoredUpload>> {
  const send = useWrite(createSession);
  const load = useLoad();
  return async ({ upload, startedAt, key, replaced }, signal) => {
    const outcome = await send({
      body: startedAt === null ? upload : startingAt(upload, startedAt),
      key,
      signal,
      ...(replaced === null ? {} : { query: { replace: 'true' }, version: replaced.version }),
    });
    if ('value' in outcome) {
      const { uploadResult: result, ...session } = outcome.value;
      return {
        ...outcome,
        value: { id: session.id, result, version: outcome.version, recording: recordingOf(session) },
      };
    }
    if (outcome.failure.status !== 412 || replaced === null) return outcome;
    // The stored session has changed since it was seen: it is another one to choose from.
    const found = await load(getSession, replaced.id);
    if ('failure' in found) return found;
    const { value, version } = found;
    return { value: { id: value.id, result: 'kept', version, recording: recordingOf(value) }, version };
  };
}
