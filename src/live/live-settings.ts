import * as v from 'valibot';
import { longestDelay } from '#contract/constants';
import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';
import { storeText, webStorage } from '../browser/web-storage.ts';

const LiveSettings = v.object({
  /** How many seconds later than the server this device shows a race. */
  delaySeconds: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(longestDelay)), 0),
  /** Seconds between two summaries for screen readers; 0 for none. */
  summaryPace: v.fallback(v.picklist([0, 6, 15, 30]), 6),
  /** The messages of race control that are shown: a kind of them, `all`, or those that decide. */
  messages: v.fallback(v.pipe(v.string(), v.maxLength(20)), ''),
  /** Rows of one line, where the screen is not wide. */
  isDense: v.fallback(v.boolean(), false),
  keepsAwake: v.fallback(v.boolean(), false),
});

export type LiveSettings = v.InferOutput<typeof LiveSettings>;

const name = 'pitboard-live';

/** The settings of this device; unreadable ones are defaults. */
export function readLiveSettings(): LiveSettings {
  return v.parse(LiveSettings, fieldsOf(parseJson(webStorage().getItem(name) ?? '')));
}

/** Stores the settings; where storage is blocked or full they last as long as the page. */
export function storeLiveSettings(settings: LiveSettings): void {
  storeText(name, JSON.stringify(settings));
}
