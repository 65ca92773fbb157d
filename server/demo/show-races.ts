import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/api/calls';
import type { LiveSummary } from '#contract/entities/live-session';
import { toDocument } from '#contract/live/document';
import { LivePublisher } from '../../recorder/live-publisher.ts';
import { demoTrack } from './attach-race.ts';
import { createField } from './field.ts';
import { createLiveRace, type LiveRace } from './live-race.ts';
import { createRandom } from './random.ts';

interface ShowOptions {
  /** Where this server listens, such as http://127.0.0.1:8080. */
  readonly server: string;
  /** A token of the user who records the races. */
  readonly token: () => Promise<string>;
  readonly userId: string;
  /** Whether the races are those of this server: of several with one database, one shows them. */
  readonly isOurs: () => boolean;
  /** Called with the id of every race that begins, once it is registered. */
  readonly onRace: (id: string) => Promise<void>;
  readonly warn: (text: string) => void;
  readonly signal: AbortSignal;
  readonly minutes?: number;
}

/** In ms: a frame, the result on the screen, the time until the next race. */
const frame = 100;
const resultTime = 15_000;
const breakTime = 20_000;
/** How often a server that does not show the races looks whether it is its turn. */
const turnInterval = 1_000;
const raceMinutes = 16;
/** So many races stay stored. */
const storedRaces = 4;

/** Shows simulated races, one after another, until the signal. A race that was interrupted goes on. */
export async function showRaces(options: ShowOptions): Promise<void> {
  const { signal, warn } = options;
  while (!signal.aborted) {
    try {
      if (!options.isOurs()) {
        await wait(turnInterval, undefined, { signal });
        continue;
      }
      const running = await findRunning(options);
      const id = running?.id ?? randomUUID();
      await deleteOldRaces(options);
      await showRace(options, id, running?.startedAt ?? new Date().toISOString());
      await wait(breakTime, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      warn(`the simulated race stopped: ${error instanceof Error ? error.message : String(error)}`);
      await wait(breakTime, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The race that the server had when it stopped. */
async function findRunning({ server, userId }: ShowOptions): Promise<LiveSummary | undefined> {
  const response = await fetch(new URL(addressOf(calls.listUserLive, { userId }), server));
  return v.parse(calls.listUserLive.answer, await response.json())[0];
}

async function deleteOldRaces({ server, userId, token }: ShowOptions): Promise<void> {
  const response = await fetch(new URL(addressOf(calls.pageUserSessions, { id: userId }), server));
  const { sessions } = v.parse(calls.pageUserSessions.answer, await response.json());
  for (const { id } of sessions.slice(storedRaces)) {
    const headers = { Authorization: `Bearer ${await token()}` };
    await fetch(new URL(addressOf(calls.deleteSession, { id }), server), { method: 'DELETE', headers });
  }
}

/** The race with an id is the same one whenever it is simulated. */
async function showRace(
  { server, token, isOurs, onRace, warn, signal, minutes = raceMinutes }: ShowOptions,
  id: string,
  startsAt: string,
) {
  const field = createField(createRandom('late-4'), 22);
  const race = createLiveRace({ seed: id, track: demoTrack, field, startsAt, minutes });
  // The public address may not lead to this process from here.
  const publishUrl = (url: string) => new URL(new URL(url).pathname, server.replace(/^http/, 'ws')).toString();
  const publisher = new LivePublisher({ server, token, id, publishUrl, warn });
  try {
    await publisher.start();
    await onRace(id);
    await play(race, Date.parse(startsAt), { publisher, isOurs, signal });
    await wait(resultTime, undefined, { signal });
    if (!isOurs()) return;
    await publisher.end();
  } finally {
    publisher.stop();
  }
}

interface Stage extends Pick<ShowOptions, 'isOurs' | 'signal'> {
  readonly publisher: LivePublisher;
}

async function play(race: LiveRace, start: number, { publisher, isOurs, signal }: Stage): Promise<void> {
  for (let time = Date.now() - start; ; time = Date.now() - start) {
    if (!isOurs()) throw new Error('another server shows it');
    publisher.update(toDocument(race.at(time)), time);
    if (time >= race.duration) return;
    await wait(frame - (time % frame), undefined, { signal });
  }
}
