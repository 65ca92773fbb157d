import { viewOf } from '#contract/live/view';
import { findLiveRecord, type LiveRecord } from '../domain/live-sessions.ts';
import { overFor } from '../live/hub.ts';
import { encode } from '../live/message.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { LiveStreams } from './live-streams.ts';
import { RemoteSession } from './remote-session.ts';

interface RemoteDependencies {
  readonly streams: LiveStreams;
  readonly storage: Storage;
  readonly now: () => number;
}

/** A session without viewers here is followed for this long, in ms. */
const idleTime = 60_000;

interface Remote {
  readonly session: RemoteSession;
  usedAt: number;
}

/** The sessions of other servers that are watched here. */
export class RemoteSessions {
  readonly #dependencies: RemoteDependencies;
  readonly #opening = new Map<string, Promise<Remote | null>>();
  readonly #opened = new Map<string, Remote>();

  constructor(dependencies: RemoteDependencies) {
    this.#dependencies = dependencies;
  }

  /** A session that another server holds or held, or null. */
  async locate(id: string, transaction = this.#dependencies.storage.database): Promise<RemoteSession | null> {
    const opening = this.#opening.get(id) ?? this.#open(id, transaction);
    this.#opening.set(id, opening);
    const remote = await opening.catch((error: unknown) => {
      this.#opening.delete(id);
      throw error;
    });
    if (remote === null) this.#opening.delete(id);
    else remote.usedAt = this.#dependencies.now();
    return remote?.session ?? null;
  }

  async #open(id: string, transaction: Transaction): Promise<Remote | null> {
    const { streams, now } = this.#dependencies;
    const record = await findLiveRecord(transaction, id);
    if (record === null || (record.endedAt !== null && now() - Date.parse(record.endedAt) > overFor)) return null;
    const session = new RemoteSession(record, now());
    await streams.follow(id, (entry) => session.apply(entry, now()));
    if (!session.hasSnapshot) this.#showStored(session, record);
    if (record.endedAt !== null) {
      const { epoch, sessionId } = record;
      const { bytes } = encode({ type: 'ended', sessionId });
      session.apply({ kind: 'message', epoch, bytes }, now());
    }
    const remote = { session, usedAt: now() };
    this.#opened.set(id, remote);
    return remote;
  }

  /** Shows the stored state of a session without a stream. */
  #showStored(session: RemoteSession, { epoch, document }: LiveRecord): void {
    for (const view of ['full', 'table'] as const) {
      const { bytes } = encode({ type: 'snapshot', seq: 0, document: viewOf(document ?? {}, view) });
      session.apply({ kind: 'snapshot', epoch, view, seq: 0, bytes }, this.#dependencies.now());
    }
  }

  /** Closes the connections of a session whose key has changed: its viewers have used another key, or none. */
  async checkKey(id: string): Promise<void> {
    const { storage, now } = this.#dependencies;
    const remote = this.#opened.get(id);
    if (remote === undefined) return;
    const record = await findLiveRecord(storage.database, id).catch(() => null);
    if (record === null || record.keyHash === remote.session.registration.keyHash) return;
    remote.session.close(record.keyHash === null ? 'restarting' : 'forbidden');
    this.#evict(id);
    remote.usedAt = now();
  }

  /** Removes the sessions of a user. */
  removeUser(userId: string): void {
    for (const [id, { session }] of this.#opened) {
      if (session.registration.userId !== userId) continue;
      session.close('ended');
      this.#evict(id);
    }
  }

  #evict(id: string): void {
    this.#dependencies.streams.unfollow(id);
    this.#opened.delete(id);
    this.#opening.delete(id);
  }

  tick(now: number): void {
    for (const [id, remote] of this.#opened) {
      remote.session.tick(now);
      if (remote.session.viewers > 0) remote.usedAt = now;
      else if (now - remote.usedAt > idleTime) this.#evict(id);
    }
  }

  /** Closes the connections of viewers, because the server stops. */
  close(): void {
    for (const { session } of this.#opened.values()) session.close('restarting');
  }
}
