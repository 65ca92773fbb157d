import { expect, test } from 'vitest';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { openTestServer } from '../tests/support/open-test-server.ts';
import { mintToken } from '../tokens/caller.ts';
import { attachRace } from './attach-race.ts';
import { replayInTurn } from './demo-sessions.ts';
import { demoAdmin, demoRecorder, fillDemo } from './fill.ts';
import { type ShownSession, showSessions } from './show-sessions.ts';

/** The end of a session, from so many ms before it on. */
const endOf = ({ duration, at }: ShownSession, length: number): ShownSession => ({
  duration: length,
  at: (time) => at(duration - length + Math.max(0, time)),
});

test('a race is shown to its end, stored as the race of the last event, and shown again as another one', async () => {
  const server = await openTestServer();
  server.clock.now = new Date();
  await fillDemo({ storage: server.storage, now: server.clock.now });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const clock = setInterval(() => server.pass(100), 100);
  const stopping = new AbortController();
  const [ids, warnings]: [string[], string[]] = [[], []];
  const replay = replayInTurn([SessionType.Race]);
  const showing = showSessions({
    server: address,
    userId: demoRecorder.userId,
    token: () => mintToken(server.env, server.keys, demoRecorder, 60),
    isOurs: () => true,
    read: (session) => endOf(replay(session), 2_000),
    onSession: async (id) => {
      await attachRace(server.storage, id, server.clock.now);
      ids.push(id);
    },
    warn: (text) => warnings.push(text),
    signal: stopping.signal,
  });
  try {
    const stored = async () => {
      const { sessions } = await server.get('pageUserSessions', { params: { id: demoRecorder.userId } });
      return sessions;
    };
    const finale = async () => {
      const [season] = await server.get('listUserSeasons', { params: { userId: demoAdmin.userId } });
      const { events } = await server.get('getSeason', { params: { id: season?.id ?? '' } });
      return events.find(({ name }) => name === 'Season Finale');
    };
    await expect.poll(stored, { timeout: 60_000 }).toHaveLength(1);
    const [first] = await stored();
    expect((await finale())?.sessions.map(({ session }) => session.id)).toEqual([first?.id]);
    const race = await server.get('getSession', { params: { id: first?.id ?? '' } });
    expect(race.drivers.filter(({ resultStatus }) => resultStatus === ResultStatus.Finished)).toHaveLength(21);
    await expect.poll(() => ids.length, { timeout: 60_000 }).toBe(2);
    const { liveId, sessions } = (await finale()) ?? {};
    expect([liveId, sessions]).toEqual([ids[1], []]);
    await expect.poll(stored, { timeout: 60_000 }).toHaveLength(2);
    expect(warnings).toEqual([]);
  } finally {
    stopping.abort();
    await showing;
    clearInterval(clock);
    await server.close();
  }
});
