import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { trackName } from '#contract/entities/track-name';
import { Track } from '#contract/enumerations';
import { formats } from '../../../recorder/game/layout.ts';
import { UdpTarget } from '../../../recorder/settings.ts';
import { createField } from '../field.ts';
import { createRandom } from '../random.ts';
import { createSimulatedRace, type SimulatedRace } from '../simulated-race.ts';
import { playPackets } from './play-packets.ts';
import { racePackets } from './race-packets.ts';

const usage = `usage: npm run game -- [options]

Stands in for the game: sends the telemetry of a simulated race of 22 cars over UDP, as it runs.
  --to HOST:PORT  where a recorder listens; default 127.0.0.1:20777
  --format N      the packet format, ${formats[0]} to ${formats.at(-1)}; default 2025
  --rate N        how often each car is sent, 1 to 60 a second; default 60
  --minutes N     about how long the race takes, 1 to 120; default 5
  --seed TEXT     the same race for the same text; default another one each time
  --help`;

const whole = (minimum: number, maximum: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(minimum), v.maxValue(maximum));

const Options = v.strictObject({
  to: v.optional(UdpTarget, '127.0.0.1:20777'),
  format: v.optional(v.pipe(whole(0, 9_999), v.picklist(formats)), '2025'),
  rate: v.optional(whole(1, 60), '60'),
  minutes: v.optional(whole(1, 120), '5'),
  seed: v.optional(v.pipe(v.string(), v.minLength(1)), () => randomUUID()),
});

const option = { type: 'string' } as const;
const options = { to: option, format: option, rate: option, minutes: option, seed: option } as const;

/** The options of the command; a text where they are wrong. */
function parseOptions(words: readonly string[]): v.InferOutput<typeof Options> | string {
  try {
    const { values } = parseArgs({ args: [...words], options: { ...options, help: { type: 'boolean' } } });
    if (values.help === true) return usage;
    const result = v.safeParse(Options, values);
    return result.success ? result.output : `--${result.issues[0].path?.[0]?.key} is wrong\n${usage}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const tracks = Object.values(Track).filter((track) => track !== Track.Unknown);

/** A race of 22 cars that starts now, at a track that the seed decides. */
function raceOf(seed: string, minutes: number): { readonly race: SimulatedRace; readonly track: Track } {
  const random = createRandom(seed);
  const track = tracks[random.integer(0, tracks.length - 1)] ?? Track.Monza;
  const startsAt = new Date().toISOString();
  return { race: createSimulatedRace({ seed, track, field: createField(random, 22), startsAt, minutes }), track };
}

async function main(): Promise<void> {
  const given = parseOptions(process.argv.slice(2));
  if (given === usage) console.log(usage);
  else if (typeof given === 'string') {
    console.error(given);
    process.exitCode = 2;
  } else
    await play(given).catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}

async function play({ to, format, rate, minutes, seed }: v.InferOutput<typeof Options>): Promise<void> {
  const { race, track } = raceOf(seed, minutes);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  console.log(
    `a race at ${trackName(track)}, about ${minutes} min, to ${to.host}:${to.port} in format ${format}; Ctrl+C ends it`,
  );
  await playPackets(racePackets(race, { format, rate }), to, stopping.signal);
}

void main();
