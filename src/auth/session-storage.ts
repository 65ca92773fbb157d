import type { AuthEndpoint } from '#contract/entities/identity';
import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';

const keyPrefix = 'pitboard-auth';

interface Tokens {
  readonly refresh_token: string;
  readonly access_token: string;
}

/** The storage of the auth client. While it is paused the client sees no session, and so sends no request. */
export function createSessionStorage(storage: Storage, isPaused: () => boolean) {
  // Only the session is under a key without a suffix.
  const sessionKey = () =>
    Object.keys(storage).find((key) => key.startsWith(keyPrefix) && !/-(code-verifier|user)$/.test(key));
  return {
    /** The embedded service and hosted ones must not share a session. */
    keyFor: ({ url, isEmbedded }: AuthEndpoint) => (isEmbedded ? keyPrefix : `${keyPrefix}-${new URL(url).host}`),
    hasSession: () => sessionKey() !== undefined,
    /** The stored tokens, for a sign-out before the client is loaded. */
    tokens(): Tokens | null {
      const key = sessionKey();
      const text = key === undefined ? null : storage.getItem(key);
      const { refresh_token, access_token } = fieldsOf(parseJson(text ?? ''));
      const isComplete = typeof refresh_token === 'string' && typeof access_token === 'string';
      return isComplete ? { refresh_token, access_token } : null;
    },
    clear: () => {
      for (const key of Object.keys(storage)) if (key.startsWith(keyPrefix)) storage.removeItem(key);
    },
    forClient: {
      getItem: (key: string) => (isPaused() && !key.endsWith('-code-verifier') ? null : storage.getItem(key)),
      setItem: (key: string, value: string) => storage.setItem(key, value),
      removeItem: (key: string) => storage.removeItem(key),
    },
  };
}
