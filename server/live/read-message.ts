import * as v from 'valibot';
import type { FieldError } from '#contract/api/problem';
import { parseJson } from '#contract/json/parse-json';
import { PublisherMessage, sessionTime } from '#contract/live/publisher-messages';
import { sequence } from '#contract/live/viewer-messages';
import { Uuid } from '#contract/values/values';

/** A message of a recorder. Its document or patch is not read yet. */
export type ReceivedMessage =
  | { readonly type: 'auth'; readonly token: string }
  | { readonly type: 'snapshot'; readonly seq: number; readonly t: number | null; readonly document: unknown }
  | { readonly type: 'patch'; readonly seq: number; readonly t: number | null; readonly patch: unknown }
  | { readonly type: 'end'; readonly sessionId: string | null };

/** A parsed message with its errors; no message if it is unusable. */
interface ReadMessage {
  readonly message: ReceivedMessage | null;
  readonly errors: readonly FieldError[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of each type of message. */
const fieldsByType: ReadonlyMap<unknown, readonly string[]> = new Map(
  PublisherMessage.options.map(({ entries }) => [entries.type.literal, Object.keys(entries)]),
);

/** Reads a message of a recorder. An error drops as little as possible: a field, or this message. */
export function readMessage(text: string): ReadMessage {
  const fields = parseObject(text);
  if (fields === null) return nothing('', 'must be a JSON object');
  const allowed = fieldsByType.get(fields.type);
  if (allowed === undefined) return nothing('type', 'must be auth, snapshot, patch or end');
  const errors = Object.keys(fields)
    .filter((key) => !allowed.includes(key))
    .map((key) => ({ path: key.slice(0, 50), message: 'is not a known field' }));
  if (fields.type === 'auth') return { message: { type: 'auth', token: String(fields.token) }, errors };
  if (fields.type === 'end') return readEnd(fields, errors);
  return readData(fields, errors);
}

function readEnd({ sessionId }: Fields, errors: FieldError[]): ReadMessage {
  const isNamed = v.is(Uuid, sessionId);
  if (!isNamed && sessionId != null) errors.push({ path: 'sessionId', message: 'must be a UUID in lower case' });
  return { message: { type: 'end', sessionId: isNamed ? sessionId : null }, errors };
}

function readData({ type, seq, t: given, document, patch }: Fields, errors: FieldError[]): ReadMessage {
  if (!v.is(sequence, seq)) return nothing('seq', 'must be the number of the message');
  const time = typeof given === 'number' ? Math.round(given) : given;
  const t = v.is(sessionTime, time) ? time : null;
  return { message: type === 'snapshot' ? { type, seq, t, document } : { type: 'patch', seq, t, patch }, errors };
}

function nothing(path: string, message: string): ReadMessage {
  return { message: null, errors: [{ path, message }] };
}

function parseObject(text: string): Fields | null {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
