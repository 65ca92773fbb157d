import { carColours } from '#contract/colours/car-colours';
import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import { isRace, type Scoring, type SessionType, TyreCompound, Weather } from '#contract/enumerations';

export { trackName, typeName };

/** The name of a session in its event: a race with the points of a sprint is one. */
export function scoredName(type: SessionType, scoring: Scoring): string {
  return scoring === 'sprint' && isRace(type) ? 'Sprint' : typeName(type);
}

/** Letter, name and colour of a tyre compound. */
export function tyreOf(compound: TyreCompound): { letter: string; name: string; colour: string } {
  switch (compound) {
    case TyreCompound.Soft:
      return { letter: 'S', name: 'Soft', colour: carColours.soft };
    case TyreCompound.Medium:
      return { letter: 'M', name: 'Medium', colour: carColours.medium };
    case TyreCompound.Hard:
      return { letter: 'H', name: 'Hard', colour: carColours.hard };
    case TyreCompound.Intermediate:
      return { letter: 'I', name: 'Intermediate', colour: carColours.inter };
    case TyreCompound.Wet:
      return { letter: 'W', name: 'Wet', colour: carColours.wet };
    case TyreCompound.Unknown:
      return { letter: '?', name: 'Unknown', colour: carColours.mute };
  }
}

const weatherNames: Record<Weather, string> = {
  [Weather.Unknown]: 'Unknown',
  [Weather.Clear]: 'Clear',
  [Weather.LightCloud]: 'Light cloud',
  [Weather.Overcast]: 'Overcast',
  [Weather.LightRain]: 'Light rain',
  [Weather.HeavyRain]: 'Heavy rain',
  [Weather.Storm]: 'Storm',
};

/** The name of a weather condition. */
export function weatherName(weather: Weather): string {
  return weatherNames[weather];
}
