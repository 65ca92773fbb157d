import * as v from 'valibot';
import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';
import { foldName } from '#contract/text/fold-text';
import { storeText, webStorage } from '../browser/web-storage.ts';

/** The most drivers that a device follows. */
const mostFollowed = 50;
const Names = v.fallback(v.pipe(v.array(v.string()), v.maxLength(mostFollowed)), []);

const name = 'pitboard-followed';
/** An event of the window: `storage` is reported to other tabs alone. */
const changed = 'pitboard-followed-changed';

/** The names of followed drivers as stored: the same text while they are the same. */
export function followedText(): string {
  const stored = webStorage().getItem(name);
  if (stored !== null) return stored;
  // The settings of live sessions had them.
  const text = JSON.stringify(
    v.parse(Names, fieldsOf(parseJson(webStorage().getItem('pitboard-live') ?? '')).favourites),
  );
  storeText(name, text);
  return text;
}

/** The names in a stored text. */
export function parseFollowed(text: string | undefined): readonly string[] {
  return v.parse(Names, parseJson(text ?? ''));
}

/** Follows a driver, or no longer does, in all tabs; the first of too many is dropped. */
export function storeFollowed(driver: string, isFollowed: boolean): void {
  const others = parseFollowed(followedText()).filter((each) => foldName(each) !== foldName(driver));
  storeText(name, JSON.stringify(isFollowed ? [...others, driver].slice(-mostFollowed) : others));
  dispatchEvent(new Event(changed));
}

/** Calls the listener when followed drivers change, here or in another tab. Returns how to unsubscribe. */
export function onFollowedChange(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
