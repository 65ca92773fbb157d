/** A lap of a session file, changed by `more`. A time of 0 is an incomplete lap. */
export function savedLap(time: number, more: object = {}) {
  return {
    'lap-time-in-ms': time,
    'sector-1-time-in-ms': time === 0 ? 0 : 30_000,
    'sector-1-time-minutes': 0,
    'sector-2-time-in-ms': time === 0 ? 0 : 30_000,
    'sector-2-time-minutes': 0,
    'sector-3-time-in-ms': time === 0 ? 0 : time - 60_000,
    'sector-3-time-minutes': 0,
    'lap-valid-bit-flags': 15,
    ...more,
  };
}

/** A stint of a session file; it ends on lap 255 while the set is on the car. */
export function savedStint(endLap: number, compound: string) {
  return { 'end-lap': endLap, 'tyre-visual-compound': compound };
}

/** A set of tyres with the laps at whose end it was on the car. */
export function savedSet(startLap: number, endLap: number, compound: string) {
  return { 'start-lap': startLap, 'end-lap': endLap, 'tyre-set-data': { 'visual-tyre-compound': compound } };
}

/** A change of a counter in the history of warnings and penalties. */
export function savedChange(type: string, oldValue: number, newValue: number, lap: number) {
  return { 'entry-type': type, 'old-value': oldValue, 'new-value': newValue, 'lap-number': lap };
}

interface CarOptions {
  readonly index: number;
  readonly name: string;
  readonly laps: readonly number[];
  readonly status?: string;
  readonly number?: number;
  readonly grid?: number;
  readonly more?: object;
}

/** A car with completed laps (in ms) and an incomplete one; its position follows its index. */
export function savedCar({ index, name, laps, status = 'FINISHED', number = 7, grid = 0, more = {} }: CarOptions) {
  return {
    index,
    'driver-name': name,
    'track-position': index + 1,
    team: 'Northline',
    'participant-data': { 'race-number': number },
    'session-history': {
      'lap-history-data': [...laps.map((time) => savedLap(time)), savedLap(0)],
      'tyre-stints-history-data': [savedStint(255, 'Soft')],
    },
    'final-classification': {
      position: index + 1,
      'num-laps': laps.length,
      'grid-position': grid || index + 1,
      'result-status': status,
      'best-lap-time-ms': Math.min(...laps),
      'total-race-time': laps.reduce((sum, time) => sum + time, 6) / 1_000,
      'penalties-time': 0,
    },
    'warning-penalty-history': [],
    ...more,
  };
}

/** A race of two cars over three laps; `info` changes its session, `more` the whole file. */
export function savedRace(more: object = {}, info: object = {}) {
  return {
    'game-year': 25,
    'packet-format': 2025,
    'classification-data': [
      savedCar({ index: 0, name: 'Ann', laps: [92_000, 90_000, 91_000], grid: 2 }),
      savedCar({ index: 1, name: 'Bob', laps: [93_000, 95_000], status: 'DID_NOT_FINISH', grid: 1 }),
    ],
    'session-info': {
      weather: 'Light Rain',
      'track-id': 'Abu Dhabi',
      'session-type': 'Race',
      'total-laps': 3,
      'track-length': 5_281,
      'session-duration': 7_200,
      'session-time-left': 6_000,
      'safety-car-status': 'NO_SAFETY_CAR',
      'network-game': 1,
      'weather-forecast-samples': [
        {
          'session-type': 'Race',
          'time-offset': 5,
          weather: 'Light Rain',
          'track-temperature': 24,
          'track-temperature-change': 'Temperature Down',
          'air-temperature': 19,
          'air-temperature-change': 'No Temperature Change',
          'rain-percentage': 64,
        },
      ],
      'season-link-identifier': 0,
      'weekend-link-identifier': 12,
      'session-link-identifier': 13,
      ...info,
    },
    overtakes: { records: [savedOvertake('Ann', 'Bob', 1)] },
    ...more,
  };
}

/** An overtake, by names. */
export function savedOvertake(overtaking: string, overtaken: string, lap: number) {
  return {
    'overtaking-driver-name': overtaking,
    'overtaking-driver-lap': lap,
    'overtaken-driver-name': overtaken,
    'overtaken-driver-lap': lap,
  };
}
