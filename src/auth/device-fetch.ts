import { v4 as createId } from 'uuid';
import { findInvite } from '../browser/invite.ts';
import { endpointOf } from './own-answer.ts';

const storageKey = 'pitboard-device';
/** The endpoints that store a sign-up, that confirm it, and that sign in. */
const endpoints: ReadonlySet<string> = new Set(['signup', 'resend', 'verify', 'token']);

/**
 * Sends with sign-ups, with what confirms them and with sign-ins a random text that stays on this device. Its auth service takes a
 * password over only on the device that signed up: on any other one the mail may be about the sign-up of a stranger. It also
 * tells a device from others at the same address, whose wrong passwords would keep it waiting.
 */
export function createDeviceFetch(fetcher: typeof fetch, storage: Pick<Storage, 'getItem' | 'setItem'>): typeof fetch {
  const ownId = createId();
  return async (input, init) => {
    const endpoint = endpointOf(input instanceof Request ? input.url : String(input));
    if (endpoint === null || !endpoints.has(endpoint)) return fetcher(input, init);
    const id = storage.getItem(storageKey) ?? ownId;
    const headers = new Headers(init?.headers);
    headers.set('x-pitboard-device', id);
    const invite = endpoint === 'signup' ? findInvite() : null;
    if (invite !== null) headers.set('x-pitboard-invite', invite);
    const response = await fetcher(input, { ...init, headers });
    if ((endpoint === 'signup' || endpoint === 'token') && response.ok) store(storage, id);
    return response;
  };
}

function store(storage: Pick<Storage, 'setItem'>, id: string): void {
  try {
    storage.setItem(storageKey, id);
  } catch {
    // Full: once this page is closed, confirming the address asks for the password again.
  }
}
