import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { convert, NotImportable } from './pits-n-giggles/convert.ts';
import { endedAtOf } from './pits-n-giggles/file-name.ts';
import { type Destination, UploadRefused, uploadSession } from './upload.ts';

const usage = `usage: npm run import -- FILE… [--server URL] [--token TOKEN]

Imports sessions that Pits n' Giggles saved as JSON; of a folder, all .json files in it.
  --server   default http://localhost:8080
  --token    default $PITBOARD_TOKEN; make one with npm run token -- --user NAME`;

interface Order extends Destination {
  readonly files: readonly string[];
}

function orderOf(words: readonly string[]): Order | string {
  const options = { server: { type: 'string' }, token: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const server = values.server ?? 'http://localhost:8080';
    const token = values.token ?? process.env.PITBOARD_TOKEN ?? '';
    if (positionals.length === 0) return 'no file was named';
    if (!URL.canParse(server) || !/^https?:/.test(server)) return `${server} is no address with http:// or https://`;
    if (token === '') return 'a token is needed';
    return { server, token, files: positionals.flatMap(filesIn) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A folder stands for its .json files; a path that does not exist is told when its turn comes. */
function filesIn(path: string): string[] {
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)) return [path];
  return readdirSync(path)
    .filter((name) => name.toLowerCase().endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}

async function importFile(file: string, order: Order): Promise<string> {
  const savedAt = statSync(file).mtime;
  const upload = convert(readFileSync(file, 'utf8'), endedAtOf(basename(file), savedAt));
  const session = await uploadSession(upload, order);
  const laps = session.drivers.reduce((sum, driver) => sum + driver.lapTimes.length, 0);
  const address = new URL(`/sessions/${session.id}`, order.server);
  return `${session.drivers.length} drivers, ${laps} laps → ${address}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof NotImportable || error instanceof UploadRefused) return error.message;
  if (Object(error).code === 'ENOENT') return 'there is no such file';
  if (Object(error).code === 'EISDIR') return 'it is a folder';
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
    console.log(`${basename(file)}: ${await importFile(file, order)}`);
  } catch (error) {
    failed += 1;
    console.error(`${basename(file)}: not imported, ${reasonOf(error)}`);
    if (error instanceof UploadRefused && error.isFinal) {
      failed += order.files.length - index - 1;
      break;
    }
  }
}
console.log(`${order.files.length - failed} of ${order.files.length} imported`);
process.exitCode = failed > 0 ? 1 : 0;
