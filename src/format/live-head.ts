import { flagName } from '#contract/entities/flag-name';
import { isRace, SessionType, Track } from '#contract/enumerations';
import type { LiveDocument } from '#contract/live/document';
import { liveFlag } from '#contract/race/live-flag';
import type { LiveTiming } from '#contract/race/live-timing';

/** The header of a running session: texts and numbers alone. */
export type LiveHead = ReturnType<typeof liveHead>;

/** A forecast of less rain than this is not worth a line, in percent. */
const notableRain = 20;

/** The header of a live document. */
export function liveHead(document: Partial<LiveDocument>, { lines }: LiveTiming) {
  const { sessionType = SessionType.Unknown, weatherHistory = {}, weatherForecastSamples = {} } = document;
  const leader = lines[0]?.driver;
  const isOfRace = isRace(sessionType);
  const samples = Object.values(weatherForecastSamples);
  const now = Object.values(weatherHistory).at(-1) ?? samples.find(({ timeOffSet }) => timeOffSet === 0);
  const { flag, sectors } = liveFlag(document, leader?.resultStatus);
  const rain = samples.find(({ timeOffSet, rainPercentage = 0 }) => timeOffSet > 0 && rainPercentage >= notableRain);
  return {
    track: document.trackId ?? Track.Unknown,
    type: sessionType,
    isOfRace,
    /** The lap of the leader, and of how many; null outside of races. */
    lap: isOfRace ? (leader?.currentLapNumber ?? null) : null,
    laps: document.numberOfLaps ?? null,
    /** Seconds left. */
    timeLeft: document.sessionTimeLeft ?? null,
    flag,
    /** `sector 2`, `sectors 1 and 3`; empty where a flag is shown everywhere. */
    flagSectors: sectorsText(sectors),
    weather: now?.forecastedWeatherCondition ?? document.startWeather ?? null,
    air: document.airTemp ?? document.startAirTemp ?? null,
    ground: document.trackTemp ?? document.startTrackTemp ?? null,
    /** `rain 40 % in 10 min`; empty where none is forecast. */
    forecast: rain === undefined ? '' : `rain ${rain.rainPercentage} % in ${rain.timeOffSet} min`,
  };
}

/** Sectors in words: `sector 2`, `sectors 1 and 3`; empty for none and for all. */
export function sectorsText(sectors: readonly number[]): string {
  if (sectors.length === 0 || sectors.length === 3) return '';
  return `sector${sectors.length === 1 ? '' : 's'} ${sectors.join(' and ')}`;
}

/** The flag in words, and where it is shown. */
export function flagText({ flag, flagSectors }: Pick<LiveHead, 'flag' | 'flagSectors'>): string {
  return flagSectors === '' ? flagName(flag) : `${flagName(flag)}, ${flagSectors}`;
}
