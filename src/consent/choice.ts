import { consentCookie, consentDays, consentRevision } from '#contract/constants';

/** What was agreed to. */
interface Choice {
  readonly analytics: boolean;
}

/** The consent of this browser: one cookie of this site, and news of it between tabs (spec §9). */
export interface ConsentChoice {
  /** Null: none yet, or of another revision. */
  readonly read: () => Choice | null;
  readonly keep: (choice: Choice, now: number) => void;
  /** Tells of choices that other tabs make. */
  readonly watch: (told: (choice: Choice) => void) => () => void;
}

const channelName = 'pitboard-consent';

/** Reads and keeps the choice; `cookies` is the document. */
export function consentChoice(cookies: { cookie: string }, isSecure: boolean): ConsentChoice {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null;
  return {
    read: () => choiceIn(cookies.cookie),
    keep(choice, now) {
      const time = new Date(now).toISOString();
      const categories = choice.analytics ? ['necessary', 'analytics'] : ['necessary'];
      const text = JSON.stringify({ categories, revision: consentRevision, consentTimestamp: time });
      const parts = [
        `${consentCookie}=${encodeURIComponent(text)}`,
        `max-age=${consentDays * 24 * 60 * 60}`,
        'path=/',
        'samesite=lax',
        ...(isSecure ? ['secure'] : []),
      ];
      cookies.cookie = parts.join('; ');
      channel?.postMessage(choice);
    },
    watch(told) {
      const heard = ({ data }: MessageEvent) => told({ analytics: Object(data).analytics === true });
      channel?.addEventListener('message', heard);
      return () => channel?.removeEventListener('message', heard);
    },
  };
}

function choiceIn(cookies: string): Choice | null {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${consentCookie}=`))
    ?.slice(consentCookie.length + 1);
  if (value === undefined) return null;
  try {
    const { categories, revision } = Object(JSON.parse(decodeURIComponent(value)));
    if (revision !== consentRevision || !Array.isArray(categories)) return null;
    return { analytics: categories.includes('analytics') };
  } catch {
    // Somebody else's cookie of that name: it is asked for anew.
    return null;
  }
}
