import { addressOf } from '#contract/address';
import { type CallName, calls } from '#contract/calls';
import { preloadStaleTime } from '#contract/constants';
import type { Failure } from '#contract/problem';
import type { Copy, Fetched } from '#machines/cached-read';
import type { Api, RequestParts } from '../api/client.ts';
import { toFailure } from '../api/failure.ts';
import type { OwnDevice } from '../cache/device.ts';
import type { Kept, KeptRow } from '../cache/kept.ts';

/** A read of the API: which call, of what. */
export interface Resource<Name extends CallName = CallName> {
  readonly name: Name;
  readonly params?: RequestParts<Name>['params'];
  readonly query?: RequestParts<Name>['query'];
}

/** The address that a read is known by. */
export function keyOf({ name, params, query }: Resource): string {
  return addressOf(calls[name], params, query);
}

interface Flight {
  readonly outcome: Promise<Fetched>;
  readonly controller: AbortController;
  readers: number;
}

/** Reads, shared by all that ask for the same address at the same time. */
export interface Reads {
  /** What may be shown at once, before anything is asked. */
  readonly known: (resource: Resource) => Copy | null;
  readonly readKept: (resource: Resource) => Promise<Copy | null>;
  /** A copy younger than 30 s is not asked for again (spec §9); `again` asks in any case. */
  readonly fetch: (resource: Resource, signal: AbortSignal, again: boolean) => Promise<Fetched>;
  readonly keep: (resource: Resource, copy: Copy) => Promise<void>;
  readonly drop: (resource: Resource) => Promise<void>;
  /**
   * Asks ahead, this device and the server, for a link that is about to be followed; done when the server has answered, or
   * will not.
   */
  readonly preload: (resource: Resource) => Promise<void>;
  readonly serverTime: () => number;
  /** What is kept on this device, which may come late or not at all. */
  readonly onDevice: Promise<OwnDevice>;
  /** The user's id, once it is settled; null for a visitor. */
  readonly owner: () => Promise<string | null>;
  /** Forgets what was read: another person uses the device now. */
  readonly forget: () => Promise<void>;
}

/** Who reads on this device. */
interface Asker {
  /** The user's id, once it is settled; null for a visitor. */
  readonly owner: () => Promise<string | null>;
  /** Somebody is signed in, and there is no token to show for it. */
  readonly isMute: () => Promise<boolean>;
}

/** Joins the API and the cache: the one place where both are known. `contract`: a mark of the one that answers fit. */
export function createReads(
  api: Pick<Api, 'read' | 'fits' | 'serverTime'>,
  kept: Kept,
  isOnline: () => boolean,
  asker: Asker,
  onDevice: Promise<OwnDevice>,
  contract: string | null = null,
): Reads {
  const flights = new Map<string, Flight>();
  /** Who asked for a copy that came from the server, and before how many changes of person. */
  const origins = new WeakMap<Copy, { readonly owner: Promise<string | null>; readonly epoch: number }>();
  let epoch = 0;
  /** What memory has from the server; what it has from this device is asked for again. */
  const heard = new Set<string>();

  /** A kept value that no longer fits its schema is no copy; what this very contract has parsed before does fit. */
  function copyOf(resource: Resource, row: KeptRow | null): Copy | null {
    if (row === null) return null;
    const isParsed = contract !== null && row.contract === contract;
    const fits = isParsed || api.fits(resource.name, row.value);
    return fits ? { value: row.value, storedAt: row.storedAt } : null;
  }

  function take(resource: Resource): Flight {
    const key = keyOf(resource);
    const running = flights.get(key);
    if (running !== undefined) return running;
    const controller = new AbortController();
    const { params, query } = resource;
    // Whose it is, is settled by who asks, not by who is there when the answer comes.
    const origin = { owner: asker.owner(), epoch };
    const outcome = api
      .read(resource.name, controller.signal, { params, query })
      .then((value): Fetched => {
        const copy = { value: asBefore(kept.peek(key)?.value, value), storedAt: api.serverTime() };
        origins.set(copy, origin);
        return { copy };
      })
      .catch(async (error): Promise<Fetched> => {
        const failure = await toFailure(error, isOnline());
        return { failure: (await isUnheard(key, failure)) ? { ...failure, kind: 'unreachable' } : failure };
      })
      .finally(() => land(key, flight));
    const flight = { outcome, controller, readers: 0 };
    flights.set(key, flight);
    return flight;
  }

  /** A call that was taken back ends after the next one for the same has begun, which goes on being shared. */
  function land(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function fetch(resource: Resource, signal: AbortSignal, again: boolean): Promise<Fetched> {
    const key = keyOf(resource);
    const copy = heard.has(key) ? copyOf(resource, kept.peek(key)) : null;
    if (!again && copy !== null && api.serverTime() - copy.storedAt < preloadStaleTime) return { copy };
    const flight = take(resource);
    flight.readers += 1;
    // Leaving a page takes its call back, unless another reader waits for the same.
    signal.addEventListener('abort', () => {
      flight.readers -= 1;
      if (flight.readers === 0) {
        land(key, flight);
        flight.controller.abort();
      }
    });
    return flight.outcome;
  }

  /**
   * Keeps what came from the server; a copy that was kept before need not be written again. It is known when this is
   * done, and on the device when `written` is.
   */
  async function hold(resource: Resource, copy: Copy): Promise<{ readonly written: Promise<void> | null }> {
    const origin = origins.get(copy);
    const owner = (await origin?.owner) ?? null;
    // Another person is there by now: what the last one asked for goes with them.
    if (origin?.epoch !== epoch) return { written: null };
    const key = keyOf(resource);
    heard.add(key);
    return { written: kept.keep({ key, value: copy.value, storedAt: copy.storedAt, owner, contract }) };
  }

  /** A private thing is not there for who cannot say who they are: that is no reason to lose the copy. */
  async function isUnheard(key: string, { kind, status }: Failure): Promise<boolean> {
    if (kind !== 'problem' || (status !== 404 && status !== 403)) return false;
    const row = await kept.read(key).catch(() => null);
    return row?.owner != null && (await asker.isMute());
  }

  return {
    known: (resource) => copyOf(resource, kept.peek(keyOf(resource))),
    readKept: async (resource) => copyOf(resource, await kept.read(keyOf(resource))),
    fetch,
    keep: async (resource, copy) => (await (await hold(resource, copy)).written) ?? undefined,
    drop: (resource) => kept.drop(keyOf(resource)),
    async preload(resource) {
      // Without a network what is kept is all there is: it is in memory then when the link is followed.
      kept.read(keyOf(resource)).catch(() => undefined);
      try {
        const fetched = await fetch(resource, new AbortController().signal, false);
        if (!('copy' in fetched)) return;
        const { written } = await hold(resource, fetched.copy);
        // What this device has no room for is known all the same.
        written?.catch(() => undefined);
      } catch {
        // Asking ahead is a favour: the page itself says what is wrong.
      }
    },
    serverTime: api.serverTime,
    onDevice,
    owner: asker.owner,
    forget: () => {
      // Calls that are under way end for who waits for them, and are neither shared nor kept.
      epoch += 1;
      flights.clear();
      heard.clear();
      // A device that keeps nothing has nothing to forget.
      return kept.forget().catch(() => undefined);
    },
  };
}

/** The value of before where the new one says the same: what is drawn of it need not be drawn again. */
function asBefore(before: unknown, value: unknown): unknown {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value;
}
