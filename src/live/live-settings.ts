import * as v from 'valibot';

const LiveSettings = v.object({
  /** How many seconds later than the server this device shows a race. */
  delaySeconds: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(180)), 0),
  /** Names of drivers that stay on top. */
  favourites: v.fallback(v.pipe(v.array(v.string()), v.maxLength(50)), []),
  /** Seconds between two summaries for screen readers; 0 for none. */
  summaryPace: v.fallback(v.picklist([0, 6, 15, 30]), 6),
  keepsAwake: v.fallback(v.boolean(), false),
});

/** What this device shows of a race, and how. */
export type LiveSettings = v.InferOutput<typeof LiveSettings>;

const name = 'pitboard-live';

/** The settings of this device; what cannot be read is as at first. */
export function readLiveSettings(): LiveSettings {
  let stored: unknown = {};
  try {
    stored = JSON.parse(localStorage.getItem(name) ?? '{}');
  } catch {
    // Storage is blocked or holds something else.
  }
  return v.parse(LiveSettings, Object(stored));
}

/** Stores the settings; where storage is blocked or full they last as long as the page. */
export function storeLiveSettings(settings: LiveSettings): void {
  try {
    localStorage.setItem(name, JSON.stringify(settings));
  } catch {
    // As above.
  }
}
