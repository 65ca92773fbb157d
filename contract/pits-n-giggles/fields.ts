/** Fields of an upload that have another name or place in the file. A number stands for any. */
const places: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/^drivers\.(\d+)\.carIndex$/, 'classification-data.$1.index'],
  [/^drivers\.(\d+)\.name$/, 'classification-data.$1.driver-name'],
  [/^drivers\.(\d+)\.carNumber$/, 'classification-data.$1.participant-data.race-number'],
  [/^drivers\.(\d+)\.(position)$/, 'classification-data.$1.track-position'],
  [/^drivers\.(\d+)\.startingPosition$/, 'classification-data.$1.final-classification.grid-position'],
  [/^drivers\.(\d+)\.finishingPosition$/, 'classification-data.$1.final-classification.position'],
  [/^drivers\.(\d+)\.totalRaceTime$/, 'classification-data.$1.final-classification.total-race-time'],
  [/^drivers\.(\d+)\.bestLapTimeMs$/, 'classification-data.$1.final-classification.best-lap-time-ms'],
  [/^drivers\.(\d+)\.totalPenaltiesSeconds$/, 'classification-data.$1.final-classification.penalties-time'],
  [/^drivers\.(\d+)\.totalWarnings$/, 'classification-data.$1.lap-data.total-warnings'],
  [/^drivers\.(\d+)\.totalCornerCutWarnings$/, 'classification-data.$1.lap-data.corner-cutting-warnings'],
  [/^drivers\.(\d+)\.currentTyreAgeLaps$/, 'classification-data.$1.car-status.tyres-age-laps'],
  [/^drivers\.(\d+)\.lapTimes\.(\d+)\.lapTime$/, `${lapOf('$1', '$2')}.lap-time-in-ms`],
  [/^drivers\.(\d+)\.lapTimes\.(\d+)\.sector(\d)Time$/, `${lapOf('$1', '$2')}.sector-$3-time-in-ms`],
  [/^drivers\.(\d+)\.lapTimes$/, 'classification-data.$1.session-history.lap-history-data'],
  [/^drivers\.(\d+)\.tyres\b.*$/, 'classification-data.$1.session-history.tyre-stints-history-data'],
  [/^drivers\.(\d+)\.(?:penalties|warnings)\b.*$/, 'classification-data.$1.warning-penalty-history'],
  [/^drivers$/, 'classification-data'],
  [/^overtakes\b.*$/, 'overtakes.records'],
  [/^weatherForecastSamples\.(\d+)\.timeOffSet$/, 'session-info.weather-forecast-samples.$1.time-offset'],
  [/^weatherForecastSamples\.(\d+)\.rainPercentage$/, 'session-info.weather-forecast-samples.$1.rain-percentage'],
  [/^weatherForecastSamples\b.*$/, 'session-info.weather-forecast-samples'],
  [/^numberOfLaps$/, 'session-info.total-laps'],
  [/^(?:trackTemp|startTrackTemp)$/, 'session-info.track-temperature'],
  [/^(?:airTemp|startAirTemp)$/, 'session-info.air-temperature'],
  [/^numberOf(SafetyCars|VirtualSafetyCars|RedFlags)$/, 'session-info.num-$1-periods'],
  [/^gameVersion$/, 'game-year'],
  [/^internalSessionId$/, 'debug.session-uid'],
];

function lapOf(car: string, lap: string): string {
  return `classification-data.${car}.session-history.lap-history-data.${lap}`;
}

const kebab = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** Where the value of a field of an upload stands in the file, such as `session-info.total-laps`. */
export function placeInFile(path: string): string {
  for (const [pattern, place] of places)
    if (pattern.test(path)) return kebab(path.replace(pattern, place).replace(/s-periods$/, '-periods'));
  return `session-info.${kebab(path)}`;
}
