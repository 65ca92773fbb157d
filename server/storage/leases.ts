import { randomUUID } from 'node:crypto';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Storage, Transaction } from './open-storage.ts';
import { leases } from './tables.ts';

interface LeaseClaim {
  readonly name: string;
  readonly holder: string;
  /** In ms, by the clock of the database. */
  readonly duration: number;
}

/** Acquires a free lease, or renews it. Returns whether the holder has it now. */
export async function holdLease(transaction: Transaction, { name, holder, duration }: LeaseClaim): Promise<boolean> {
  const until = sql<string>`now() + ${duration} * interval '1 millisecond'`;
  const held = await transaction
    .insert(leases)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, until },
      setWhere: or(eq(leases.holder, holder), lt(leases.until, sql`now()`)),
    })
    .returning({ name: leases.name });
  return held.length > 0;
}

/** Gives a lease back, if the holder has it. */
export async function releaseLease(transaction: Transaction, name: string, holder: string): Promise<void> {
  await transaction.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}

/** In ms. A server that is killed at its work is replaced after this time. */
const workLease = { duration: 60_000, renewal: 20_000 };

/** Does work that one server of a database does at a time; does nothing while another one does it. */
export async function workAlone(
  { database }: Pick<Storage, 'database'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const claim = { name, holder: randomUUID(), duration: workLease.duration };
  if (!(await holdLease(database, claim))) return;
  // Without the database the lease ends by itself.
  const timer = setInterval(() => void holdLease(database, claim).catch(() => undefined), workLease.renewal).unref();
  try {
    await work();
  } finally {
    clearInterval(timer);
    await releaseLease(database, name, claim.holder).catch(() => undefined);
  }
}
