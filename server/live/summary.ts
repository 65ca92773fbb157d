import type { LiveSummary } from '#contract/entities/live-session';
import type { LiveDocument } from '#contract/live/document';
import { timeSinceLightsOut } from '#contract/race/lights-out';
import type { Registration } from './registration.ts';
import type { Moment } from './timeline.ts';

/** The summary of a live race at a moment. Race data of a private live race are left out. */
export function summarize(registration: Registration, moment: Moment, state: LiveSummary['state']): LiveSummary {
  const { id, userId, userName, keyHash, delaySeconds, startedAt } = registration;
  const { document, dataAt, ended } = moment;
  const isPrivate = keyHash !== null;
  // The tree of a feed is a live document.
  const race = (isPrivate ? {} : (document ?? {})) as Partial<LiveDocument>;
  const leader = Object.values(race.drivers ?? {}).find((driver) => driver.position === 1);
  const sinceStart = dataAt === null ? null : timeSinceLightsOut(race);
  return {
    id,
    userId,
    userName: userName ?? '',
    trackId: race.trackId ?? null,
    sessionType: race.sessionType ?? null,
    leaderName: leader?.name ?? null,
    currentLap: leader?.currentLapNumber ?? null,
    totalLaps: race.numberOfLaps ?? null,
    startedAt,
    lastDataAt: dataAt === null ? null : new Date(dataAt).toISOString(),
    ...(dataAt === null || sinceStart === null
      ? {}
      : { lightsOutAt: new Date(dataAt + delaySeconds * 1_000 - sinceStart).toISOString() }),
    isPrivate,
    delaySeconds,
    state,
    ...(ended === null ? {} : { endedAt: new Date(moment.at + delaySeconds * 1_000).toISOString() }),
    ...(ended?.sessionId == null ? {} : { sessionId: ended.sessionId }),
  };
}
