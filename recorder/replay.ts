import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { fieldsOf } from '#contract/json/fields-of';
import { Uuid } from '#contract/values/values';
import { type Destination, ServerRefused } from './call-server.ts';
import { LivePublisher } from './live-publisher.ts';
import { parseDestination, requireOptions, serverOptions, serverUsage } from './options.ts';
import { NotARecording, playRecording } from './recording.ts';

const usage = `usage: npm run replay -- FILE [--speed N] [--id ID] [--key KEY] [--server URL] [--token TOKEN]

Publishes a recorded live session as if it was running now, and ends it.
  --speed    default 1; 10 plays ten minutes in one
  --id       the id of the live session; default a new one
  --key      makes it private: viewers need this key
${serverUsage}`;

interface Options extends Destination {
  readonly file: string;
  readonly speed: number;
  readonly id: string;
  readonly key: string | undefined;
}

/** The options; a message when one is wrong. */
function parseOptions(words: string[]): Options | string {
  const own = { speed: { type: 'string' }, id: { type: 'string' }, key: { type: 'string' } } as const;
  const options = { ...serverOptions, ...own };
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [file, ...others] = positionals;
  const { id = randomUUID(), key } = values;
  const speed = Number(values.speed ?? 1);
  if (file === undefined || others.length > 0) return 'one file is needed';
  if (!(speed > 0 && speed <= 1_000)) return '--speed must be a number above 0, at most 1000';
  if (!v.is(Uuid, id)) return '--id must be a UUID';
  const destination = parseDestination(values);
  return typeof destination === 'string' ? destination : { ...destination, file, speed, id, key };
}

async function replay({ server, token, id, key, file, speed }: Options): Promise<void> {
  const stream = createReadStream(file);
  await once(stream, 'open');
  const publisher = new LivePublisher({
    server,
    id,
    token: async () => token,
    warn: (text) => console.error(text),
    ...(key === undefined ? {} : { key }),
  });
  try {
    await publisher.start();
    console.log(`live at ${new URL(`/live/${id}`, server)}`);
    await playRecording(createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }), {
      speed,
      update: (document, t) => publisher.update(document, t),
    });
    await publisher.end();
  } finally {
    publisher.stop();
  }
}

const options = requireOptions(parseOptions, usage);
try {
  await replay(options);
  console.log('ended');
} catch (error) {
  const isExpected =
    error instanceof ServerRefused || error instanceof NotARecording || typeof fieldsOf(error).code === 'string';
  console.error(isExpected && error instanceof Error ? `${options.file}: not replayed, ${error.message}` : error);
  process.exitCode = 1;
}
