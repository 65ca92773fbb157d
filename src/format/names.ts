import { carColours } from '#contract/car-colours';
import { trackName } from '#contract/entities/track-name';
import { isRace, type Scoring, SessionType, TyreCompound, Weather } from '#contract/enumerations';

export { trackName };

const typeNames: Record<SessionType, string> = {
  [SessionType.Unknown]: 'Session',
  [SessionType.P1]: 'Practice 1',
  [SessionType.P2]: 'Practice 2',
  [SessionType.P3]: 'Practice 3',
  [SessionType.ShortPractice]: 'Short practice',
  [SessionType.Q1]: 'Qualifying 1',
  [SessionType.Q2]: 'Qualifying 2',
  [SessionType.Q3]: 'Qualifying 3',
  [SessionType.ShortQualifying]: 'Short qualifying',
  [SessionType.OneShotQualifying]: 'One-shot qualifying',
  [SessionType.Race]: 'Race',
  [SessionType.Race2]: 'Race 2',
  [SessionType.Race3]: 'Race 3',
  [SessionType.TimeTrial]: 'Time trial',
  [SessionType.SprintShootout1]: 'Sprint shootout 1',
  [SessionType.SprintShootout2]: 'Sprint shootout 2',
  [SessionType.SprintShootout3]: 'Sprint shootout 3',
  [SessionType.ShortSprintShootout]: 'Short sprint shootout',
  [SessionType.OneShotSprintShootout]: 'One-shot sprint shootout',
};

/** The name of a session type. */
export function typeName(type: SessionType): string {
  return typeNames[type];
}

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
