import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SessionUpload } from '#contract/api/bodies';
import { fieldsOf } from '#contract/json/fields-of';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { type Destination, ServerRefused } from './call-server.ts';
import { parseDestination, requireOptions, serverOptions, serverUsage } from './options.ts';
import { readSessionFile } from './session-file/read-session-file.ts';
import { uploadSession } from './upload.ts';

const usage = `usage: npm run import -- FILE… [--replace] [--server URL] [--token TOKEN]

Imports session files of Pits n' Giggles, recordings of the recorder, and sessions that Pitboard has given out as JSON or CSV;
also as gzip, or alone in a zip. A folder stands for its .json files.
  --replace  replace another version of the session that is stored; it can be restored for 14 days
${serverUsage}`;

interface Options extends Destination {
  readonly files: readonly string[];
  readonly isReplacing: boolean;
}

/** The options; a message when one is wrong. */
function parseOptions(words: string[]): Options | string {
  const { values, positionals } = parseArgs({
    args: words,
    options: { ...serverOptions, replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length === 0) return 'no file given';
  const destination = parseDestination(values);
  if (typeof destination === 'string') return destination;
  return { ...destination, files: positionals.flatMap(expandPath), isReplacing: values.replace };
}

/** Expands folders, and `*` in file names for shells that do not. */
function expandPath(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return findFiles(path, /\.json$/i, path);
  const name = basename(path);
  if (found !== undefined || !name.includes('*')) return [path];
  const pattern = name.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return findFiles(dirname(path), new RegExp(`^${pattern}$`, 'i'), path);
}

/** The files of a folder that match; the argument itself when none does, so that it is reported as missing. */
function findFiles(folder: string, pattern: RegExp, argument: string): string[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return [argument];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && pattern.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
  return names.length === 0 ? [argument] : names;
}

/** Imports the sessions of a file; a sentence for each. */
async function importFile(file: string, options: Options): Promise<string[]> {
  const remarks: string[] = [];
  const guess = () => {
    const changedAt = statSync(file).mtime.toISOString();
    remarks.push(`no time in the file or its name: it ended at ${changedAt}, when the file was last changed`);
    return changedAt;
  };
  const uploads = await readSessionFile({
    name: basename(file),
    bytes: readFileSync(file),
    changedAt: guess,
    remark: (text) => remarks.push(text),
  });
  const sentences: string[] = [];
  for (const upload of uploads) sentences.push(await store(upload, remarks, options));
  return sentences;
}

async function store(upload: SessionUpload, remarks: readonly string[], options: Options): Promise<string> {
  const session = await uploadSession(upload, options, { isReplacing: options.isReplacing });
  const address = new URL(`/sessions/${session.id}`, options.server);
  const notes = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  const kept = `another version is stored and kept, --replace replaces it: ${sizeOf(session)}; this file: `;
  const label = { created: '', replaced: 'replaced: ', same: 'already there: ', kept }[session.uploadResult];
  return `${label}${sizeOf(upload)}${notes} → ${address}`;
}

function sizeOf({ drivers }: Pick<SessionUpload, 'drivers'>): string {
  const laps = drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0);
  return `${drivers.length} drivers, ${laps} laps`;
}

/** The reason in one line, without control characters: parts of it come from the file or the server. */
function reasonOf(error: unknown): string {
  return messageOf(error)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 500);
}

function messageOf(error: unknown): string {
  if (error instanceof NotImportable || error instanceof ServerRefused) return error.message;
  if (fieldsOf(error).code === 'ENOENT') return 'no such file';
  if (fieldsOf(error).code === 'EISDIR') return 'no .json file in this folder';
  if (fieldsOf(error).code === 'EACCES') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}

const options = requireOptions(parseOptions, usage);
let failed = 0;
for (const [index, file] of options.files.entries()) {
  try {
    for (const sentence of await importFile(file, options)) console.log(`${file}: ${sentence}`);
  } catch (error) {
    failed += 1;
    console.error(`${file}: not imported, ${reasonOf(error)}`);
    const left = options.files.length - index - 1;
    if (error instanceof ServerRefused && error.isFinal) {
      if (left > 0) console.error(`${left} more not tried`);
      failed += left;
      break;
    }
  }
}
console.log(`${options.files.length - failed} of ${options.files.length} imported`);
process.exitCode = failed > 0 ? 1 : 0;
