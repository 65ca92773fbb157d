// The weather of a race over its laps: the game records it over minutes.
import type { Session } from '../entities/session.ts';
import { Weather } from '../enumerations.ts';
import type { RaceCourse } from './race-trace.ts';

/** The weather on some laps; `from` and `to` count the laps that the first car has completed, with fractions. */
export interface WeatherRun {
  readonly from: number;
  readonly to: number;
  readonly weather: Weather;
  readonly isWet: boolean;
  /** At its start; null where not recorded. */
  readonly trackTemperature: number | null;
  /** The highest chance of rain in it, in percent. */
  readonly rain: number | null;
}

/** How many laps the first car had completed at a time since the start, in ms, with fractions; null where not known. */
export function lapsAt({ times }: Pick<RaceCourse, 'times'>, time: number): number | null {
  let before = 0;
  for (const [index, end] of times.entries()) {
    if (end === null) return null;
    if (time < end) return index + (time - before) / (end - before);
    before = end;
  }
  return times.length;
}

/** The weather of a race, each change of it at its lap; empty where it or the laps are not known. */
export function weatherRuns(
  { weatherHistory }: Pick<Session, 'weatherHistory'>,
  course: Pick<RaceCourse, 'times' | 'laps'>,
): WeatherRun[] {
  const runs: (WeatherRun & { from: number; to: number; rain: number | null })[] = [];
  const samples = [...weatherHistory].sort((one, other) => one.timeOffSet - other.timeOffSet);
  for (const sample of samples) {
    const at = lapsAt(course, sample.timeOffSet * 60_000);
    if (at === null || at >= course.laps) continue;
    const { forecastedWeatherCondition: weather, trackTemperatureCelsius, rainPercentage } = sample;
    const last = runs.at(-1);
    if (last?.weather === weather) {
      last.rain = maxOf(last.rain, rainPercentage);
      continue;
    }
    if (last !== undefined) last.to = at;
    runs.push({
      // The first sample is of the start, or as near to it as there is one.
      from: last === undefined ? 0 : at,
      to: course.laps,
      weather,
      isWet: weather >= Weather.LightRain,
      trackTemperature: trackTemperatureCelsius,
      rain: rainPercentage,
    });
  }
  return runs.filter(({ from, to }) => to > from);
}

/** The chance of rain over the laps of a race, in percent, in the order of time; empty where it was never above 0. */
export function rainOverLaps(
  { weatherHistory }: Pick<Session, 'weatherHistory'>,
  course: Pick<RaceCourse, 'times' | 'laps'>,
): { readonly at: number; readonly rain: number }[] {
  const samples = [...weatherHistory].sort((one, other) => one.timeOffSet - other.timeOffSet);
  const rain = samples.flatMap(({ timeOffSet, rainPercentage }) => {
    const at = lapsAt(course, timeOffSet * 60_000);
    return at === null || rainPercentage === null ? [] : [{ at: Math.min(at, course.laps), rain: rainPercentage }];
  });
  return rain.some((each) => each.rain > 0) ? rain : [];
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}
