import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { convert } from './pits-n-giggles/convert.ts';
import { endedAtOf } from './pits-n-giggles/file-name.ts';
import { NotImportable } from './pits-n-giggles/read.ts';
import { type Destination, UploadRefused, uploadSession } from './upload.ts';

const usage = `usage: npm run import -- FILE… [--server URL] [--token TOKEN]

Imports sessions that Pits n' Giggles saved as JSON; of a folder, all .json files in it.
  --server   default http://localhost:8080
  --token    default $PITBOARD_TOKEN; make one with npm run token -- --user NAME`;

interface Order extends Destination {
  readonly files: readonly string[];
}

/** What was asked for, or what is wrong with how it was asked. */
function orderOf(words: readonly string[]): Order | string {
  const options = { server: { type: 'string' }, token: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const server = values.server ?? 'http://localhost:8080';
    const token = (values.token ?? process.env.PITBOARD_TOKEN ?? '').trim();
    if (positionals.length === 0) return 'no file was named';
    if (!URL.canParse(server) || !/^https?:/.test(server)) return `${server} is no address with http:// or https://`;
    if (token === '') return 'a token is needed';
    if (!/^[\x21-\x7e]+$/.test(token)) return 'the token holds characters that no token has';
    return { server, token, files: positionals.flatMap(filesIn) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A folder stands for its .json files, and `*` for any letters of a file's name where the shell does not say so. */
function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return filesLike(path, /\.json$/i, path);
  const name = basename(path);
  if (found !== undefined || !name.includes('*')) return [path];
  const letters = name.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return filesLike(dirname(path), new RegExp(`^${letters}$`, 'i'), path);
}

/** What matches nothing stays as it was written, to be told when its turn comes. */
function filesLike(folder: string, pattern: RegExp, written: string): string[] {
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return [written];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && pattern.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
  return names.length === 0 ? [written] : names;
}

async function importFile(file: string, order: Order): Promise<string> {
  const savedAt = statSync(file).mtime;
  const remarks: string[] = [];
  const upload = convert(readFileSync(file, 'utf8'), endedAtOf(basename(file), savedAt), (text) => remarks.push(text));
  const session = await uploadSession(upload, order);
  const laps = session.drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0);
  const address = new URL(`/sessions/${session.id}`, order.server);
  const left = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  return `${session.drivers.length} drivers, ${laps} laps${left} → ${address}`;
}

/** One line, whatever stood in the file or came from the server, and nothing that a terminal obeys. */
function reasonOf(error: unknown): string {
  return wordsOf(error)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 500);
}

function wordsOf(error: unknown): string {
  if (error instanceof NotImportable || error instanceof UploadRefused) return error.message;
  if (Object(error).code === 'ENOENT') return 'there is no such file';
  if (Object(error).code === 'EISDIR') return 'there is no .json file in the folder';
  if (Object(error).code === 'EACCES') return 'it may not be read';
  return error instanceof Error ? error.message : String(error);
}

const order = orderOf(process.argv.slice(2));
if (typeof order === 'string') {
  console.error(`${order}\n\n${usage}`);
  process.exit(2);
}
let failed = 0;
for (const [index, file] of order.files.entries()) {
  try {
    console.log(`${file}: ${await importFile(file, order)}`);
  } catch (error) {
    failed += 1;
    console.error(`${file}: not imported, ${reasonOf(error)}`);
    const left = order.files.length - index - 1;
    if (error instanceof UploadRefused && error.isFinal) {
      if (left > 0) console.error(`${left} more not tried`);
      failed += left;
      break;
    }
  }
}
console.log(`${order.files.length - failed} of ${order.files.length} imported`);
process.exitCode = failed > 0 ? 1 : 0;
