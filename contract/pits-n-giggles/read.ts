import * as v from 'valibot';
import { fieldsOf } from '../json/fields-of.ts';
import { SavedSession } from './file.ts';

/** A file cannot be imported; the message says why, in one line. */
export class NotImportable extends Error {}

const otherFile = 'it is not a session file of Pits n’ Giggles';

/**
 * Parses the text of a session file.
 * @throws NotImportable for any other file; the message says where it differs.
 */
export function readSaved(text: string): SavedSession {
  const json = parse(text.replace(/^\uFEFF/, ''));
  const parsed = v.safeParse(SavedSession, json);
  if (parsed.success) return parsed.output;
  const fields = fieldsOf(json);
  if (!('classification-data' in fields) && !('session-info' in fields)) {
    throw new NotImportable(otherFile);
  }
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'its root';
  throw new NotImportable(issue.received === 'undefined' ? `${path} is missing` : `${path}: ${issue.message}`);
}

/** The session UID, read from the text: JSON.parse rounds a number with so many digits. */
export function savedUid(text: string, saved: SavedSession): string | null {
  const rounded = saved.debug?.['session-uid'] ?? null;
  if (rounded === null) return null;
  const candidates = [...text.matchAll(/(?<!\\)"session-uid"\s*:\s*"?(\d{1,20})\b/g)].map((match) => match[1] ?? '');
  const uid = candidates.find((digits) => Number(digits) === Number(rounded));
  // The game sends 0 between sessions.
  return uid === undefined || BigInt(uid) === 0n || BigInt(uid) >= 2n ** 64n ? null : BigInt(uid).toString();
}

function parse(text: string): unknown {
  if (text.trim() === '') throw new NotImportable('the file is empty');
  try {
    return JSON.parse(text);
  } catch (error) {
    const corrected = replaceNonNumbers(text);
    if (corrected !== text) return parse(corrected);
    throw new NotImportable(reasonOf(text, error));
  }
}

/** Replaces NaN and Infinity, which Python writes and JSON does not allow, by null. */
function replaceNonNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) =>
    found.startsWith('"') ? found : 'null',
  );
}

function reasonOf(text: string, error: unknown): string {
  // A picture, a text, a file of zeros: what a parser misses in it helps nobody.
  if (!text.trimStart().startsWith('{')) return otherFile;
  const message = String(fieldsOf(error).message);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  const isAtEnd = position >= text.trimEnd().length || /end of JSON|end of data|EOF|unterminated string/i.test(message);
  if (isAtEnd) return 'the file is incomplete';
  // The words of the parser are different in every browser, and contain parts of the file.
  return Number.isNaN(position) ? 'the file is damaged' : `the file is damaged, from character ${position + 1} on`;
}
