import type { AuthEndpoint } from '#contract/entities/identity';
import { fieldsOf } from '#contract/json/fields-of';

/** Where revocations are stored until the server can be reached. */
interface PendingRevocations {
  readonly read: () => Promise<unknown>;
  readonly store: (revocations: readonly Revocation[]) => Promise<void>;
}

/** The tokens of a session that is to end; nothing that says whose it is. */
interface Revocation {
  readonly refresh: string;
  readonly access: string;
  readonly scope: 'local' | 'global';
}

/** How many revocations are stored; the oldest are dropped. */
const maximumPending = 5;

/** Ends sessions on the server, now or when it can be reached again. */
export function createRevocations(pending: PendingRevocations, fetcher: typeof fetch) {
  async function readPending(): Promise<Revocation[]> {
    const stored = await pending.read().catch(() => null);
    return Array.isArray(stored) ? stored.filter((each) => typeof fieldsOf(each).refresh === 'string') : [];
  }

  async function post(endpoint: AuthEndpoint, path: string, headers: object, body?: object): Promise<Response> {
    return fetcher(`${endpoint.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: endpoint.publishableKey, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  const isRefused = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

  /** True when the session has ended. An expired token is renewed first. */
  async function end(endpoint: AuthEndpoint, { refresh, access, scope }: Revocation): Promise<boolean> {
    const ended = await post(endpoint, `logout?scope=${scope}`, { authorization: `Bearer ${access}` });
    if (ended.ok) return true;
    if (!isRefused(ended)) return false;
    const renewed = await post(endpoint, 'token?grant_type=refresh_token', {}, { refresh_token: refresh });
    // A refresh that is refused means that the session has ended already.
    if (!renewed.ok) return isRefused(renewed);
    const { access_token: token } = await renewed.json();
    return (await post(endpoint, `logout?scope=${scope}`, { authorization: `Bearer ${token}` })).ok;
  }

  async function tryToEnd(findEndpoint: () => Promise<AuthEndpoint>, revocation: Revocation): Promise<boolean> {
    try {
      return await end(await findEndpoint(), revocation);
    } catch {
      return false;
    }
  }

  async function endPending(findEndpoint: () => Promise<AuthEndpoint>): Promise<void> {
    const stored = await readPending();
    if (stored.length === 0) return;
    const left: Revocation[] = [];
    for (const revocation of stored) if (!(await tryToEnd(findEndpoint, revocation))) left.push(revocation);
    await pending.store(left).catch(() => undefined);
  }

  let ending: Promise<void> | null = null;

  return {
    /** Ends a session now, or stores it for later; null: the server cannot be reached. */
    async revoke(revocation: Revocation, findEndpoint: (() => Promise<AuthEndpoint>) | null): Promise<void> {
      if (findEndpoint !== null && (await tryToEnd(findEndpoint, revocation))) return;
      const stored = [...(await readPending()), revocation].slice(-maximumPending);
      await pending.store(stored).catch(() => undefined);
    },
    /** Ends the sessions that were stored for later; a call while another goes on waits for that. */
    revokePending(findEndpoint: () => Promise<AuthEndpoint>): Promise<void> {
      ending ??= endPending(findEndpoint).finally(() => {
        ending = null;
      });
      return ending;
    },
  };
}
