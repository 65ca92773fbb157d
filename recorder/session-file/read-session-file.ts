// Reads every kind of file that holds sessions, in the browser and in the importer alike.
import type { SessionUpload } from '#contract/api/bodies';
import { fieldsOf } from '#contract/json/fields-of';
import { convert } from '#contract/pits-n-giggles/convert';
import { decode } from '#contract/pits-n-giggles/decode';
import { timeInName } from '#contract/pits-n-giggles/file-name';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { isCapture, sessionsOf } from './capture.ts';
import { kindOfBytes, kindOfFields, kindOfText } from './other-files.ts';
import { isOwnSession, ownSession, ownTable, tableSession } from './own-files.ts';
import { readAll, readStart, unpack } from './unpack.ts';

interface SessionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** When it was changed last, in ISO 8601; called for files that have no time. */
  readonly changedAt: () => string;
  /** Called for each omission. */
  readonly remark: (text: string) => void;
}

/** The number of first bytes that identify a file. */
const startSize = 4_096;

/**
 * The sessions of a file: of Pits n' Giggles, a recording of the game's packets, or a session that Pitboard has given out;
 * also as gzip, or alone in a zip. Only recordings hold several.
 * @throws NotImportable for any other file; the message says what it is.
 */
export async function readSessionFile({ name, bytes, changedAt, remark }: SessionFile): Promise<SessionUpload[]> {
  const content = unpack(bytes);
  const start = await readStart(content, startSize);
  if (isCapture(start)) return sessionsOf(content, changedAt());
  const kind = kindOfBytes(start);
  if (kind !== null) throw new NotImportable(kind);
  const text = decode(await readAll(content), remark);
  const rows = ownTable(text);
  if (rows !== null) return [tableSession(rows, { name, text, changedAt }, remark)];
  const other = kindOfText(text);
  if (other !== null) throw new NotImportable(other);
  const fields = fieldsIn(text);
  if (isOwnSession(fields)) return [ownSession(fields)];
  const known = kindOfFields(fields);
  if (known !== null) throw new NotImportable(known);
  return [convert(text, timeInName(name.replace(/\.(?:gz|zip)$/iu, '')) ?? changedAt, remark)];
}

/** The fields of an object in JSON; those of its first line where each line is an object. Empty for a damaged text. */
function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  for (const json of [text, text.slice(0, text.indexOf('\n'))]) {
    try {
      return fieldsOf(JSON.parse(json));
    } catch {
      // The reader of such files reports the fault.
    }
  }
  return {};
}
