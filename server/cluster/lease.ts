import { randomUUID } from 'node:crypto';
import { holdLease, releaseLease } from '../storage/leases.ts';
import type { Storage } from '../storage/open-storage.ts';

/**
 * A server that does not renew its lease for this long has lost it, in ms: before the others stop listing its live races,
 * so that the next holder goes on with them.
 */
const leaseTime = 9_000;
const renewInterval = 3_000;

/**
 * Holds a lease, a right that one of the servers of a database has at a time, for as long as this server can, and takes it over
 * when the server that has it is gone.
 */
export async function openLease(storage: Storage, name: string) {
  const holder = randomUUID();
  let heldUntil = Number.NEGATIVE_INFINITY;
  async function renew(): Promise<void> {
    // Counted from before the request, so that it ends here before it ends for the others.
    const until = performance.now() + leaseTime;
    const isOurs = await holdLease(storage.database, { name, holder, duration: leaseTime });
    heldUntil = isOurs ? until : Number.NEGATIVE_INFINITY;
  }
  // Without the database the lease ends by itself.
  const timer = setInterval(() => void renew().catch(() => undefined), renewInterval);
  timer.unref();
  await renew();
  return {
    isHeld: () => performance.now() < heldUntil,
    /** Acquires a free lease, or renews it. */
    renew,
    /** Gives it back. */
    close: async () => {
      clearInterval(timer);
      heldUntil = Number.NEGATIVE_INFINITY;
      await releaseLease(storage.database, name, holder);
    },
  };
}
