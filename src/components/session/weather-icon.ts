import { Weather } from '#contract/enumerations';
import { pageIcons } from '../page-icons.ts';

const icons: Record<Weather, string> = {
  [Weather.Clear]: pageIcons.clear,
  [Weather.LightCloud]: pageIcons.cloud,
  [Weather.Overcast]: pageIcons.cloud,
  [Weather.LightRain]: pageIcons.rain,
  [Weather.HeavyRain]: pageIcons.rain,
  [Weather.Storm]: pageIcons.storm,
};

/** The icon of a weather condition. */
export function weatherIcon(weather: Weather): string {
  return icons[weather];
}
