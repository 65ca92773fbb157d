import { consentCookie, consentLifetimeDays, consentRevision } from '#contract/constants';
import { fieldsOf } from '#contract/json/fields-of';
import { openChannel } from '../browser/channel.ts';

interface Consent {
  readonly analytics: boolean;
}

/** The visitor's consent: one cookie, and messages between tabs. */
export interface ConsentStorage {
  /** Null when there is no choice of the current revision. */
  readonly load: () => Consent | null;
  readonly save: (consent: Consent, now: number) => void;
  /** Listens for choices made in other tabs; returns a function that stops it. */
  readonly watchTabs: (listener: (consent: Consent) => void) => () => void;
}

/** Stores consent in the cookies of `page`. */
export function createConsentStorage(page: { cookie: string }, isSecure: boolean): ConsentStorage {
  const tabs = openChannel<Partial<Consent>>('pitboard-consent');
  return {
    load: () => parseConsent(page.cookie),
    save(consent, now) {
      const categories = consent.analytics ? ['necessary', 'analytics'] : ['necessary'];
      const consentTimestamp = new Date(now).toISOString();
      const value = JSON.stringify({ categories, revision: consentRevision, consentTimestamp });
      const attributes = [
        `${consentCookie}=${encodeURIComponent(value)}`,
        `max-age=${consentLifetimeDays * 24 * 60 * 60}`,
        'path=/',
        'samesite=lax',
        ...(isSecure ? ['secure'] : []),
      ];
      page.cookie = attributes.join('; ');
      tabs.post(consent);
    },
    watchTabs: (listener) => tabs.subscribe(({ analytics }) => listener({ analytics: analytics === true })),
  };
}

function parseConsent(cookies: string): Consent | null {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${consentCookie}=`))
    ?.slice(consentCookie.length + 1);
  if (value === undefined) return null;
  try {
    const { categories, revision } = fieldsOf(JSON.parse(decodeURIComponent(value)));
    if (revision !== consentRevision || !Array.isArray(categories)) return null;
    return { analytics: categories.includes('analytics') };
  } catch {
    // Not a cookie of this app: ask again.
    return null;
  }
}
