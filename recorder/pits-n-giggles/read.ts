import * as v from 'valibot';
import { SavedSession } from './file.ts';

/** A file that cannot be imported; the message says what is wrong with it, in a line. */
export class NotImportable extends Error {}

/**
 * Reads the text of a saved session.
 * @throws NotImportable for anything else than such a file, with the place of the fault.
 */
export function readSaved(text: string): SavedSession {
  const json = parse(text.replace(/^\uFEFF/, ''));
  const parsed = v.safeParse(SavedSession, json);
  if (parsed.success) return parsed.output;
  const known = Object(json);
  if (!('classification-data' in known) && !('session-info' in known)) {
    throw new NotImportable('it is JSON, but no session saved by Pits n’ Giggles');
  }
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'its root';
  throw new NotImportable(issue.received === 'undefined' ? `${path} is missing` : `${path}: ${issue.message}`);
}

/** The session UID as it stands in the text: as a number it has more digits than JavaScript keeps. */
export function savedUid(text: string, saved: SavedSession): string | null {
  const told = saved.debug?.['session-uid'] ?? null;
  if (told === null) return null;
  const written = [...text.matchAll(/(?<!\\)"session-uid"\s*:\s*"?(\d{1,20})\b/g)].map((match) => match[1] ?? '');
  const uid = written.find((digits) => Number(digits) === Number(told));
  // The game sends 0 around the ends of a session: that names none.
  return uid === undefined || BigInt(uid) === 0n || BigInt(uid) >= 2n ** 64n ? null : BigInt(uid).toString();
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new NotImportable('the file is empty');
  try {
    return JSON.parse(text);
  } catch (error) {
    const mended = withoutNotNumbers(text);
    if (mended !== text) return parse(mended);
    throw new NotImportable(faultOf(text, error));
  }
}

/** Python writes NaN and Infinity, which are no JSON; what is no number is absent. */
function withoutNotNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) =>
    found.startsWith('"') ? found : 'null',
  );
}

function faultOf(text: string, error: unknown): string {
  const message = String(Object(error).message);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  const isAtEnd = position >= text.trimEnd().length || /end of JSON|Unterminated string/.test(message);
  if (isAtEnd && text.trimStart().startsWith('{')) return 'the file is cut off before its end';
  return `it is not JSON (${message.replaceAll(/\s+/g, ' ').slice(0, 120)})`;
}
