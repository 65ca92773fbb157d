import type { WeatherSample } from '#contract/entities/session';
import { SessionType, Weather } from '#contract/enumerations';
import type { Random } from './random.ts';

/** The weather of a session. `part` is the progress of the session from 0 to 1. */
export interface SessionWeather {
  readonly at: (part: number) => Weather;
  readonly isWet: (part: number) => boolean;
  readonly trackTemperature: number;
  readonly airTemperature: number;
  readonly rainAt: (part: number) => number;
}

/** Simulates the weather of a session: mostly dry, sometimes with a shower. */
export function simulateWeather(random: Random): SessionWeather {
  const airTemperature = random.integer(15, 33);
  const dry = random.pick([Weather.Clear, Weather.Clear, Weather.LightCloud, Weather.Overcast]);
  const isShowery = random.chance(0.22);
  const start = random.chance(0.3) ? -1 : 0.25 + random.next() * 0.4;
  const end = start + 0.25 + random.next() * 0.4;
  const rain = random.chance(0.2) ? Weather.HeavyRain : Weather.LightRain;
  const isWet = (part: number) => isShowery && part >= start && part < end;
  const near = (part: number) => Math.min(Math.abs(part - start), Math.abs(part - end));
  return {
    isWet,
    at: (part) => {
      if (isWet(part)) return rain;
      return isShowery && near(part) < 0.1 ? Weather.Overcast : dry;
    },
    rainAt: (part) => {
      if (isWet(part)) return rain === Weather.HeavyRain ? 90 : 70;
      return isShowery ? Math.round(Math.max(5, 55 - near(part) * 150)) : dry * 4;
    },
    airTemperature,
    trackTemperature: airTemperature + (isShowery ? random.integer(1, 5) : random.integer(6, 14)),
  };
}

/** Samples of the weather every `step` minutes of a session of `minutes`. */
export function sampleWeather(
  weather: SessionWeather,
  minutes: number,
  sessionType: SessionType,
  step = 5,
): WeatherSample[] {
  const count = Math.floor(minutes / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const part = Math.min(1, (index * step) / Math.max(1, minutes));
    const cooling = weather.isWet(part) ? 4 : 0;
    return {
      sessionTypeMode: sessionType ?? SessionType.Unknown,
      timeOffSet: index * step,
      forecastedWeatherCondition: weather.at(part),
      trackTemperatureCelsius: weather.trackTemperature - cooling,
      trackTemperatureChange: cooling > 0 ? 1 : 2,
      airTemperatureCelsius: weather.airTemperature - Math.round(cooling / 2),
      airTemperatureChange: cooling > 0 ? 1 : 2,
      rainPercentage: weather.rainAt(part),
    };
  });
}
