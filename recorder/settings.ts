import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as v from 'valibot';
import { shortestKey } from '#contract/constants';
import { TokenStore } from './pairing.ts';
import type { Target } from './udp-receiver.ts';

export const usage = `usage: node pitboard-recorder.mjs [options], pitboard-recorder.exe [options], or npm run recorder -- [options]

Listens to the game, shows the session live and uploads it once it is over.
  --server URL         the Pitboard server; default the one it is connected to, or http://localhost:8080
  --pair CODE          connects this recorder to your account: the code is in your settings, under Recorders
  --token TOKEN        a token of your account instead; better in PITBOARD_TOKEN, where other users do not see it
  --port N             UDP port of the game's telemetry; default 20777
  --host ADDRESS       address of this computer to listen on; default all
  --forward HOST:PORT  passes every packet on to another program; may be given several times
  --key KEY            viewers of the live session need this key, of 8 characters or more; once it is over, it stays
                       private until you make it public on its page
  --delay SECONDS      viewers see the session so much later, 0 to 180
  --tcp                publishes over TCP instead of a WebSocket
  --no-live            only uploads sessions once they are over
  --save FILE          writes all packets to a file, such as race.cap.gz
  --replay FILE        plays such a file, kept packets, or a .pcap or .pcapng, instead of listening
  --speed N|max        how fast; default 1
  --page PORT          port of the status page on this computer; default 20780, 0: none
  --folder DIR         settings, token and what waits to be uploaded; default ~/.pitboard-recorder
  --help

Each option but --pair, --replay, --speed, --save and --help can also be set in the environment, as PITBOARD_SERVER and so
on, and each of those but --folder in settings.json in the folder, as {"server": "https://race.example", "forward":
["127.0.0.1:20778"]}. There --no-live is PITBOARD_LIVE=off, and "live": false.`;

/** The settings are wrong; the message says which one. */
export class WrongSettings extends Error {}

export interface Settings {
  readonly server: string;
  readonly token: string | null;
  readonly code: string | null;
  readonly port: number;
  readonly host: string;
  readonly forward: readonly Target[];
  readonly key: string | null;
  readonly delaySeconds: number;
  readonly useTcp: boolean;
  readonly isLive: boolean;
  readonly save: string | null;
  readonly replay: string | null;
  readonly speed: number;
  readonly pagePort: number;
  readonly folder: string;
}

const options = {
  server: { type: 'string' },
  token: { type: 'string' },
  pair: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  forward: { type: 'string', multiple: true },
  key: { type: 'string' },
  delay: { type: 'string' },
  tcp: { type: 'boolean' },
  'no-live': { type: 'boolean' },
  save: { type: 'string' },
  replay: { type: 'string' },
  speed: { type: 'string' },
  page: { type: 'string' },
  folder: { type: 'string' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** A number from 0 on, as text or as a number of JSON. */
const numberBetween = (minimum: number, maximum: number) =>
  v.pipe(
    v.union(
      [v.number(), v.pipe(v.string(), v.regex(/^\d+$/, 'must be a number'), v.transform(Number))],
      'must be a number',
    ),
    v.integer(),
    v.minValue(minimum, `must be ${minimum} to ${maximum}`),
    v.maxValue(maximum, `must be ${minimum} to ${maximum}`),
  );

const flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['on', 'off', 'true', 'false']),
      v.transform((text) => text === 'on' || text === 'true'),
    ),
  ],
  'must be on or off',
);

const line = (message: string) => v.pipe(v.string('must be a text'), v.trim(), v.regex(/^[\x21-\x7e]+$/, message));

/** A UDP address, as HOST:PORT. */
export const UdpTarget = v.pipe(
  v.string(),
  v.regex(/^(\[[\da-fA-F:]+\]|[^\s:]+):\d{1,5}$/, 'must be HOST:PORT, such as 127.0.0.1:20778'),
  v.transform((text): Target => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
  }),
  v.check(({ port }) => port > 0 && port < 65_536, 'must have a port from 1 to 65535'),
);

const UdpTargets = v.union(
  [
    v.array(UdpTarget),
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,]+/).filter(Boolean)),
      v.array(UdpTarget),
    ),
  ],
  'must be HOST:PORT, such as 127.0.0.1:20778',
);

/** The address of a Pitboard server, without a slash at its end. */
export const ServerAddress = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => URL.canParse(text) && /^https?:/.test(text), 'must be an http:// or https:// address'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const shared = {
  server: ServerAddress,
  token: line('contains invalid characters'),
  port: numberBetween(0, 65_535),
  host: line('must be an address'),
  forward: UdpTargets,
  key: v.pipe(
    line('contains invalid characters'),
    v.minLength(shortestKey, `must have at least ${shortestKey} characters`),
  ),
  delay: numberBetween(0, 180),
  tcp: flag,
  live: flag,
  page: numberBetween(0, 65_535),
};

const SettingsFile = v.partial(v.strictObject(shared));
type Given = v.InferOutput<typeof SettingsFile>;

const variables = Object.keys(shared) as (keyof typeof shared)[];

/** Reads the settings: words of the command line before the environment, and that before the file. @throws WrongSettings. */
export function readSettings(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | 'help' {
  const { values } = parseWords(words);
  if (values.help === true) return 'help';
  const folder = values.folder ?? env.PITBOARD_FOLDER ?? join(homedir(), '.pitboard-recorder');
  const { 'no-live': noLive, pair, save, replay, speed, folder: _, help: __, ...flags } = values;
  const given: Given = {
    ...readFile(join(folder, 'settings.json')),
    ...readEnvironment(env),
    ...parse({ ...flags, ...(noLive === true ? { live: false } : {}) }, (name) => `--${name}`),
  };
  if (speed !== undefined && replay === undefined) throw new WrongSettings('--speed needs --replay');
  const port = given.port ?? 20_777;
  const forward = given.forward ?? [];
  if (forward.some((target) => target.port === port && /^(localhost|127\.|0\.0\.0\.0)/.test(target.host)))
    throw new WrongSettings(`forward: port ${port} is the one that this recorder listens on`);
  return {
    server: given.server ?? new TokenStore(folder).server ?? 'http://localhost:8080',
    token: given.token ?? null,
    code: pair ?? null,
    port,
    host: given.host ?? '0.0.0.0',
    forward,
    key: given.key ?? null,
    delaySeconds: given.delay ?? 0,
    useTcp: given.tcp ?? false,
    isLive: given.live ?? true,
    save: save ?? null,
    replay: replay ?? null,
    speed: parseSpeed(speed),
    pagePort: given.page ?? 20_780,
    folder,
  };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: false });
  } catch (error) {
    throw new WrongSettings(error instanceof Error ? error.message : String(error));
  }
}

function readEnvironment(env: Readonly<Record<string, string | undefined>>): Given {
  const nameOf = (name: string) => `PITBOARD_${name.toUpperCase()}`;
  const set = variables.flatMap((name) => {
    const value = env[nameOf(name)]?.trim();
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  return parse(Object.fromEntries(set), nameOf);
}

function readFile(path: string): Given {
  if (!existsSync(path)) return {};
  try {
    return parse(JSON.parse(readFileSync(path, 'utf8')), (name) => `${path}: ${name}`);
  } catch (error) {
    if (error instanceof WrongSettings) throw error;
    throw new WrongSettings(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function parse(given: unknown, nameOf: (name: string) => string): Given {
  const result = v.safeParse(SettingsFile, given);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = String(issue.path?.[0]?.key ?? '');
  if (issue.type === 'strict_object') throw new WrongSettings(`${nameOf(name)} is not a setting`);
  throw new WrongSettings(`${nameOf(name)} ${issue.message}`);
}

function parseSpeed(text: string | undefined): number {
  if (text === undefined) return 1;
  if (text === 'max') return Number.POSITIVE_INFINITY;
  const speed = Number(text);
  if (!(speed > 0 && speed <= 1_000))
    throw new WrongSettings('--speed must be max, or a number above 0 and at most 1000');
  return speed;
}
