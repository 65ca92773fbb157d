import { SessionStatus } from '#contract/enumerations';
import type { Random } from './random.ts';
import type { SessionWeather } from './weather.ts';

interface Recording {
  /** ISO 8601 UTC. */
  readonly startsAt: string;
  /** In ms. */
  readonly duration: number;
  readonly isOver: boolean;
  readonly weather: SessionWeather;
  /** Gives the game's numbers of the session. */
  readonly ids: Random;
}

/** The details of the recording of a session that is shown live. */
export function recordingOf({ startsAt, duration, isOver, weather, ids }: Recording) {
  const link = ids.fork('link').integer(1, 4_000_000_000);
  return {
    internalSessionId: `${ids.fork('uid').integer(1, 1_800_000_000)}${link}`,
    sessionStartTime: startsAt,
    sessionEndTime: isOver ? new Date(Date.parse(startsAt) + duration).toISOString() : null,
    gameVersion: 'F1 25',
    isMultiplayer: true,
    seasonLinkIdentifier: link,
    weekendLinkIdentifier: link,
    sessionLinkIdentifier: link,
    startTrackTemp: weather.trackTemperature,
    startAirTemp: weather.airTemperature,
    startWeather: weather.at(0),
    sessionStatus: isOver ? SessionStatus.Finished : SessionStatus.InProgress,
  };
}
