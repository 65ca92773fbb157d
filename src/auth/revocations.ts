import type { AuthPlace } from '#contract/auth';

interface Pending {
  readonly read: () => Promise<unknown>;
  readonly keep: (endings: readonly Ending[]) => Promise<void>;
}

/** A session that is to end: tokens alone, nothing that says whose they are. */
interface Ending {
  readonly refresh: string;
  readonly access: string;
  readonly scope: 'local' | 'global';
}

/** Ends sessions on the server, now or when it can be reached again. */
export function revokeLater(pending: Pending, fetcher: typeof fetch) {
  async function waiting(): Promise<Ending[]> {
    const kept = await pending.read().catch(() => null);
    return Array.isArray(kept) ? kept.filter((ending) => typeof Object(ending).refresh === 'string') : [];
  }

  async function post(place: AuthPlace, path: string, headers: object, body?: object): Promise<Response> {
    return fetcher(`${place.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: place.publishableKey, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  const isRefused = ({ status }: Response) => status >= 400 && status < 500 && status !== 429;

  /** True when it is over; a token that has run out is changed for a new one first. */
  async function end(place: AuthPlace, { refresh, access, scope }: Ending): Promise<boolean> {
    const ended = await post(place, `logout?scope=${scope}`, { authorization: `Bearer ${access}` });
    if (ended.ok) return true;
    if (!isRefused(ended)) return false;
    const renewed = await post(place, 'token?grant_type=refresh_token', {}, { refresh_token: refresh });
    // Only a session that lives can be ended; a refusal says that it does not.
    if (!renewed.ok) return isRefused(renewed);
    const { access_token: token } = await renewed.json();
    return (await post(place, `logout?scope=${scope}`, { authorization: `Bearer ${token}` })).ok;
  }

  async function isOver(find: () => Promise<AuthPlace>, ending: Ending): Promise<boolean> {
    try {
      return await end(await find(), ending);
    } catch {
      return false;
    }
  }

  return {
    /** Ends a session now if there is a way to the server, else later. */
    async revoke(ending: Ending, find: (() => Promise<AuthPlace>) | null): Promise<void> {
      if (find !== null && (await isOver(find, ending))) return;
      await pending.keep([...(await waiting()), ending].slice(-5)).catch(() => undefined);
    },
    /** Ends what was to be ended before. */
    async revokeNow(find: () => Promise<AuthPlace>): Promise<void> {
      const endings = await waiting();
      if (endings.length === 0) return;
      const left: Ending[] = [];
      for (const ending of endings) if (!(await isOver(find, ending))) left.push(ending);
      await pending.keep(left).catch(() => undefined);
    },
  };
}
