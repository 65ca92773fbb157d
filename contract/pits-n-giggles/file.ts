import * as v from 'valibot';

const number = v.pipe(v.number(), v.finite());
const maybe = v.nullish(number, null);
const flag = v.nullish(v.union([number, v.boolean()]), null);
/** Empty for a driver without a name. */
const name = v.nullish(v.string(), '');
/** A name, or the game's number for which the program has no name. */
const words = v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), null);

const Lap = v.object({
  'lap-time-in-ms': number,
  'sector-1-time-in-ms': number,
  'sector-1-time-minutes': v.optional(number, 0),
  'sector-2-time-in-ms': number,
  'sector-2-time-minutes': v.optional(number, 0),
  'sector-3-time-in-ms': number,
  'sector-3-time-minutes': v.optional(number, 0),
  'lap-valid-bit-flags': v.optional(number, 15),
});

const Stint = v.object({ 'end-lap': number, 'tyre-visual-compound': words });

/** A set of tyres, with the laps at whose end it was on the car. */
const SetOnCar = v.object({
  'start-lap': number,
  'end-lap': number,
  'tyre-set-data': v.nullish(v.object({ 'visual-tyre-compound': words }), null),
});

const Classification = v.object({
  position: number,
  'grid-position': maybe,
  'result-status': words,
  'best-lap-time-ms': maybe,
  /** Seconds. */
  'total-race-time': maybe,
  'penalties-time': maybe,
});

const Car = v.object({
  index: number,
  'driver-name': name,
  'track-position': maybe,
  team: words,
  'participant-data': v.nullish(v.object({ 'race-number': maybe }), null),
  'session-history': v.nullish(
    v.object({ 'lap-history-data': v.array(Lap), 'tyre-stints-history-data': v.optional(v.array(Stint), []) }),
    null,
  ),
  'final-classification': v.nullish(Classification, null),
  'lap-data': v.nullish(
    v.object({
      'result-status': words,
      'total-warnings': maybe,
      'corner-cutting-warnings': maybe,
      penalties: maybe,
      'grid-position': maybe,
    }),
    null,
  ),
  /** Missing for drivers who restrict their telemetry. It only confirms the stints, so another shape is no error. */
  'tyre-set-history': v.fallback(v.optional(v.array(SetOnCar), []), []),
  'car-status': v.nullish(v.object({ 'tyres-age-laps': maybe }), null),
  'warning-penalty-history': v.nullish(
    v.array(v.object({ 'entry-type': v.string(), 'old-value': maybe, 'new-value': maybe, 'lap-number': maybe })),
    [],
  ),
});

const Sample = v.object({
  'session-type': words,
  'time-offset': number,
  weather: words,
  'track-temperature': maybe,
  'track-temperature-change': words,
  'air-temperature': maybe,
  'air-temperature-change': words,
  'rain-percentage': maybe,
});

const SavedOvertake = v.object({
  'overtaking-driver-name': name,
  'overtaking-driver-lap': maybe,
  'overtaken-driver-name': name,
});

/** The fields of a session file that are read; other fields differ between versions of the program. */
export const SavedSession = v.object({
  'classification-data': v.pipe(v.array(Car), v.minLength(1, 'holds no drivers')),
  'game-year': maybe,
  'packet-format': maybe,
  'session-info': v.object({
    'track-temperature': maybe,
    'air-temperature': maybe,
    'total-laps': maybe,
    'track-length': maybe,
    'session-type': v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    'track-id': words,
    'session-time-left': maybe,
    'session-duration': maybe,
    'safety-car-status': words,
    'network-game': flag,
    'weather-forecast-samples': v.nullish(v.array(Sample), []),
    'season-link-identifier': maybe,
    'weekend-link-identifier': maybe,
    'session-link-identifier': maybe,
    'time-of-day': maybe,
    'num-safety-car-periods': maybe,
    'num-virtual-safety-car-periods': maybe,
    'num-red-flag-periods': maybe,
  }),
  overtakes: v.nullish(v.object({ records: v.nullish(v.array(SavedOvertake), []) }), null),
  /** Written by later versions only. */
  debug: v.fallback(
    v.nullish(
      v.object({
        'session-uid': v.nullish(v.union([v.string(), v.number()]), null),
        timestamp: v.nullish(v.string(), null),
        'utc-offset-seconds': maybe,
      }),
      null,
    ),
    null,
  ),
});

export type SavedSession = v.InferOutput<typeof SavedSession>;
export type SavedCar = SavedSession['classification-data'][number];
export type SavedLap = v.InferOutput<typeof Lap>;
export type SavedOvertake = v.InferOutput<typeof SavedOvertake>;
