import { forbidden, unprocessable } from '../http/problem.ts';
import { countLiveOf, deletePastOf, insertLive, lockLive, lockUnusedLive, updateLive } from '../storage/live-races.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { findProfile } from '../storage/profiles.ts';
import { type Context, requireUser } from './context.ts';
import { attachEnded } from './live-events.ts';
import type { LiveRecord } from './live-races.ts';
import { type Quotas, requireRoomForSession } from './quotas.ts';

/** Sessions of one user that run at the same time. */
const maxRunning = 10;
/** A session that has got nothing for so long gives way to another one of its user, in ms. */
const unusedAfter = 60_000;

/** A registered session, and the one that gave way to it. */
interface Registered {
  readonly record: LiveRecord;
  readonly replaced: { readonly id: string; readonly epoch: number } | null;
}

interface RegistrationInput {
  readonly id: string;
  readonly tokenHash: string;
  readonly keyHash: string | null;
  readonly delaySeconds: number;
  readonly quotas: Quotas;
}

/**
 * Registers a live session of the caller, or takes it over with a new epoch. Beyond the number that may run, one gives way
 * whose recorder has never sent anything.
 * @throws Problem 403 when another user has the id, 422 when the caller has too many running sessions, 409 when
 * the caller can store no further session.
 */
export async function registerLive(context: Context, input: RegistrationInput): Promise<Registered> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  const { quotas, ...fields } = input;
  const { id, ...registration } = fields;
  const userName = (await findProfile(transaction, userId))?.username ?? null;
  const recorderId = context.caller?.recorderId ?? null;
  const first = {
    ...fields,
    userId,
    recorderId,
    epoch: 1,
    startedAt: now,
    lastDataAt: null,
    seq: 0,
    document: null,
    endedAt: null,
    sessionId: null,
  };
  const stored = await lockLive(transaction, id);
  if (stored === null) {
    // Here, because the end of a race is stored in any case.
    await requireRoomForSession(context, quotas);
    const isFull = (await countLiveOf(transaction, userId)) >= maxRunning;
    const replaced = isFull ? await endUnused(transaction, userId, now) : null;
    if (isFull && replaced === null) {
      throw unprocessable(`At most ${maxRunning} sessions can be live at the same time.`);
    }
    // Another request may have registered the id in the meantime.
    if (!(await insertLive(transaction, first))) throw forbidden('This id is taken.');
    return { record: { ...first, userName }, replaced };
  }
  if (stored.userId !== userId) throw forbidden('This id is taken.');
  const epoch = stored.epoch + 1;
  const change =
    stored.endedAt === null
      ? { ...registration, recorderId, epoch, seq: 0 }
      : { ...first, id: undefined, userId: undefined, epoch };
  await updateLive(transaction, id, change);
  // Another race begins, which may have another key.
  if (stored.endedAt !== null) await deletePastOf(transaction, id);
  const record = {
    ...stored,
    ...registration,
    ...(stored.endedAt === null ? {} : first),
    epoch,
    // A new epoch starts without the data of the previous one.
    ...{ seq: 0, lastDataAt: null, document: null },
    userName,
  };
  return { record, replaced: null };
}

/** Ends a session of a user that has got nothing; null when there is none. */
async function endUnused(transaction: Transaction, userId: string, now: string): Promise<Registered['replaced']> {
  const before = new Date(Date.parse(now) - unusedAfter).toISOString();
  const unused = await lockUnusedLive(transaction, { userId, before });
  if (unused === null) return null;
  const replaced = { id: unused.id, epoch: unused.epoch + 1 };
  await updateLive(transaction, unused.id, { endedAt: now, epoch: replaced.epoch });
  await attachEnded(transaction, unused.id, { sessionId: null, now });
  return replaced;
}
