import { expect, test } from 'vitest';
import type { WeatherSample } from '../entities/session.ts';
import { SessionType, Weather } from '../enumerations.ts';
import { lapsAt, rainOverLaps, weatherRuns } from './strategy.ts';

const sample = (timeOffSet: number, weather: Weather, rain: number | null = null): WeatherSample => ({
  sessionTypeMode: SessionType.Race,
  timeOffSet,
  forecastedWeatherCondition: weather,
  trackTemperatureCelsius: 30 + timeOffSet,
  trackTemperatureChange: null,
  airTemperatureCelsius: null,
  airTemperatureChange: null,
  rainPercentage: rain,
});

test('a time since the start is a number of laps of the first car', () => {
  const course = { times: [100_000, 180_000] };
  expect([0, 50_000, 100_000, 140_000, 999_000].map((time) => lapsAt(course, time))).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(lapsAt({ times: [100_000, null] }, 150_000)).toBeNull();
  expect(lapsAt({ times: [] }, 1)).toBe(0);
});

test('weather changes at the lap that was driven then, and samples of one kind are one run', () => {
  const course = { laps: 4, times: [120_000, 240_000, 360_000, 480_000] };
  const weatherHistory = [
    sample(5, Weather.Clear),
    sample(1, Weather.Clear, 10),
    sample(0, Weather.Clear, 0),
    sample(3, Weather.HeavyRain, 90),
    sample(60, Weather.Storm),
  ];
  expect(weatherRuns({ weatherHistory }, course)).toEqual([
    { from: 0, to: 1.5, weather: Weather.Clear, isWet: false, trackTemperature: 30, rain: 10 },
    { from: 1.5, to: 2.5, weather: Weather.HeavyRain, isWet: true, trackTemperature: 33, rain: 90 },
    { from: 2.5, to: 4, weather: Weather.Clear, isWet: false, trackTemperature: 35, rain: null },
  ]);
});

test('without laps or samples there is no weather to draw', () => {
  expect(weatherRuns({ weatherHistory: [] }, { laps: 1, times: [90_000] })).toEqual([]);
  expect(weatherRuns({ weatherHistory: [sample(0, Weather.Clear)] }, { laps: 0, times: [] })).toEqual([]);
  expect(weatherRuns({ weatherHistory: [sample(0, Weather.Clear)] }, { laps: 1, times: [null] })).toEqual([]);
});

test('the chance of rain is known at laps, up to the last one, and is nothing where it was never there', () => {
  const course = { laps: 2, times: [120_000, 240_000] };
  const weatherHistory = [sample(3, Weather.LightRain, 40), sample(1, Weather.Clear, 0), sample(9, Weather.Clear, 20)];
  expect(rainOverLaps({ weatherHistory }, course)).toEqual([
    { at: 0.5, rain: 0 },
    { at: 1.5, rain: 40 },
    { at: 2, rain: 20 },
  ]);
  expect(rainOverLaps({ weatherHistory: [sample(0, Weather.Clear, 0), sample(1, Weather.Clear)] }, course)).toEqual([]);
});
