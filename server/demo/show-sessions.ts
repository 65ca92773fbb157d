import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { LiveSummary } from '#contract/entities/live-session';
import type { SessionType } from '#contract/enumerations';
import type { Replay } from '#contract/race/replay/replay';
import { LivePublisher } from '../../recorder/live-publisher.ts';

/** A session to show: a UUID, its start, and its type where it was interrupted; null for a new one. */
export interface SessionToShow {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly startsAt: string;
  readonly type: SessionType | null;
}

/** A session as its recorder sends it, at any time of it in ms. From `duration` on it is the result. */
export type ShownSession = Pick<Replay, 'duration' | 'at'>;

interface ShowOptions {
  /** Where this server listens, such as http://127.0.0.1:8080. */
  readonly server: string;
  /** A token of the user who records the sessions. */
  readonly token: () => Promise<string>;
  readonly userId: string;
  /** The same session whenever it is read. */
  readonly read: (session: SessionToShow) => ShownSession;
  /** Whether this server shows the sessions: one of several with a database does. */
  readonly isOurs: () => boolean;
  /** Called with the id of every session that begins, once it is registered. */
  readonly onSession: (id: string) => Promise<void>;
  readonly warn: (text: string) => void;
  readonly signal: AbortSignal;
}

/** In ms: a frame, the result on the screen, the time until the next session. */
const frame = 100;
const resultTime = 15_000;
const breakTime = 20_000;
/** How often a server that does not show the sessions looks whether it is its turn. */
const turnInterval = 1_000;
/** The number of sessions that stay stored. */
const storedSessions = 4;

/** Shows sessions, one after another, until the signal. One that was interrupted goes on. */
export async function showSessions(options: ShowOptions): Promise<void> {
  const { signal, warn } = options;
  while (!signal.aborted) {
    try {
      if (!options.isOurs()) {
        await wait(turnInterval, undefined, { signal });
        continue;
      }
      const running = await findRunning(options);
      const id = running?.id ?? randomUUID();
      await deleteOldSessions(options);
      const startsAt = running?.startedAt ?? new Date().toISOString();
      await show(options, { id, startsAt, type: running?.sessionType ?? null });
      await wait(breakTime, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      warn(`the session of the demo stopped: ${error instanceof Error ? error.message : String(error)}`);
      await wait(breakTime, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The session that the server had when it stopped. */
async function findRunning({ server, userId }: ShowOptions): Promise<LiveSummary | undefined> {
  const response = await fetch(new URL(addressOf(calls.listUserLive, { userId }), server));
  return v.parse(calls.listUserLive.answer, await response.json())[0];
}

async function deleteOldSessions({ server, userId, token }: ShowOptions): Promise<void> {
  const response = await fetch(new URL(addressOf(calls.pageUserSessions, { id: userId }), server));
  const { sessions } = v.parse(calls.pageUserSessions.answer, await response.json());
  for (const { id } of sessions.slice(storedSessions)) {
    const headers = { Authorization: `Bearer ${await token()}` };
    await fetch(new URL(addressOf(calls.deleteSession, { id }), server), { method: 'DELETE', headers });
  }
}

async function show(
  { server, token, isOurs, read, onSession, warn, signal }: ShowOptions,
  session: SessionToShow,
): Promise<void> {
  const { id, startsAt } = session;
  const shown = read(session);
  // The public address may not lead to this process from here.
  const publishUrl = (url: string) => new URL(new URL(url).pathname, server.replace(/^http/, 'ws')).toString();
  const publisher = new LivePublisher({ server, token, id, publishUrl, warn });
  try {
    await publisher.start();
    await onSession(id);
    await play(shown, Date.parse(startsAt), { publisher, isOurs, signal });
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

async function play(shown: ShownSession, start: number, { publisher, isOurs, signal }: Stage): Promise<void> {
  for (let time = Date.now() - start; ; time = Date.now() - start) {
    if (!isOurs()) throw new Error('another server shows it');
    publisher.update(shown.at(time), time);
    if (time >= shown.duration) return;
    await wait(frame - (time % frame), undefined, { signal });
  }
}
