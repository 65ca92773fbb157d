import { Weather } from '#contract/enumerations';

const cloud = 'M7 18a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 11 3.5 3.5 0 0 1 17 18H7Z';
const rain = 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM8 17l-1 3M12.500 17l-1 3M17 17l-1 3';
/** Paths in 24 units. */
const icons: Record<Weather, string> = {
  [Weather.Unknown]: 'M8 12h8',
  [Weather.Clear]:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  [Weather.LightCloud]: cloud,
  [Weather.Overcast]: cloud,
  [Weather.LightRain]: rain,
  [Weather.HeavyRain]: rain,
  [Weather.Storm]: 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM13 14l-3 4h3l-2 4',
};

/** The icon of a weather condition. */
export function weatherIcon(weather: Weather): string {
  return icons[weather];
}
