import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { fieldsOf } from '#contract/json/fields-of';
import { Uuid } from '#contract/values/values';
import { NotWatchable, watchLive } from './live-viewer.ts';
import { parseServer, requireOptions } from './options.ts';
import { createRecording } from './recording.ts';

const usage = `usage: npm run record-live -- ID FILE [--server URL] [--key KEY]

Records a live session into a file that npm run replay plays, until the session ends or Ctrl-C.
  --server   default http://localhost:8080
  --key      the key of a private session; default $PITBOARD_KEY`;

interface Options {
  readonly server: string;
  readonly id: string;
  readonly file: string;
  readonly key: string | undefined;
}

/** The options; a message when one is wrong. */
function parseOptions(words: string[]): Options | string {
  const options = { server: { type: 'string' }, key: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [id, file, ...others] = positionals;
  if (id === undefined || file === undefined || others.length > 0)
    return 'the id of a live session and a file are needed';
  if (!v.is(Uuid, id)) return `${id} is not the id of a live session: copy it from the address of its page`;
  const parsed = parseServer(values.server);
  return typeof parsed === 'string' ? parsed : { ...parsed, id, file, key: values.key ?? process.env.PITBOARD_KEY };
}

async function record({ server, id, file, key }: Options): Promise<number> {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  // A recording that exists is not overwritten.
  const stream = createWriteStream(file, { flags: 'wx' });
  await once(stream, 'open');
  let messages = 0;
  const recording = createRecording((message) => {
    messages += 1;
    stream.write(`${JSON.stringify(message)}\n`);
  });
  try {
    await watchLive({
      server,
      id,
      key,
      signal: abort.signal,
      onMessage: (message) => recording.add(message, Date.now()),
      onRetry: (reason) => console.error(`${reason}; connecting again`),
    });
  } finally {
    stream.end();
    await once(stream, 'finish');
  }
  return messages;
}

const options = requireOptions(parseOptions, usage);
try {
  console.log(`${options.file}: ${await record(options)} messages`);
} catch (error) {
  const isExpected = error instanceof NotWatchable || typeof fieldsOf(error).code === 'string';
  console.error(isExpected && error instanceof Error ? `not recorded: ${error.message}` : error);
  process.exitCode = 1;
}
