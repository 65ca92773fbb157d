import { viewOf } from '#contract/live/view';
import {
  claimLiveSession,
  findLiveRecord,
  findRunningOf,
  type LiveKey,
  type LiveRecord,
  listAbandoned,
} from '../domain/live-sessions.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { LiveStreams } from './live-streams.ts';
import { encode } from './message.ts';
import { RemoteSession } from './remote-session.ts';

interface ClusterDependencies {
  readonly streams: LiveStreams;
  readonly storage: Storage;
  readonly now: () => number;
  /** Another server holds a session from an epoch on. */
  readonly onTaken: (id: string, epoch: number) => void;
  /** A user was removed by another server. */
  readonly onRemoved: (userId: string) => void;
}

/** A session of another server that nobody watches here is followed for this long, in ms. */
const idleTime = 60_000;
/** Viewers who come late learn for this long that a session has ended, in ms. */
const overFor = 10 * 60_000;

interface Remote {
  readonly session: RemoteSession;
  usedAt: number;
}

/** The sessions that other servers of the same database hold, and how they are taken over. */
export class Cluster {
  readonly #dependencies: ClusterDependencies;
  readonly #remotes = new Map<string, Promise<Remote | null>>();
  readonly #known = new Map<string, Remote>();

  constructor(dependencies: ClusterDependencies) {
    this.#dependencies = dependencies;
  }

  start(): Promise<void> {
    const { streams, onTaken, onRemoved } = this.#dependencies;
    return streams.onClaim((claim) => {
      if ('removedUser' in claim) {
        this.#remove(claim.removedUser);
        onRemoved(claim.removedUser);
        return;
      }
      onTaken(claim.id, claim.epoch);
      this.#checkKey(claim.id);
    });
  }

  /** A session that another server holds or held, or null. */
  async locate(id: string, transaction = this.#dependencies.storage.database): Promise<RemoteSession | null> {
    const open = this.#remotes.get(id) ?? this.#open(id, transaction);
    this.#remotes.set(id, open);
    const remote = await open.catch((error: unknown) => {
      this.#remotes.delete(id);
      throw error;
    });
    if (remote === null) this.#remotes.delete(id);
    else remote.usedAt = this.#dependencies.now();
    return remote?.session ?? null;
  }

  async #open(id: string, transaction: Transaction): Promise<Remote | null> {
    const { streams, now } = this.#dependencies;
    const record = await findLiveRecord(transaction, id);
    if (record === null || (record.endedAt !== null && now() - Date.parse(record.endedAt) > overFor)) return null;
    const session = new RemoteSession(record, now());
    await streams.follow(id, (entry) => session.take(entry, now()));
    if (!session.hasSnapshot) this.#begin(session, record);
    if (record.endedAt !== null) {
      const { epoch, sessionId } = record;
      const { bytes } = encode({ type: 'ended', sessionId });
      session.take({ kind: 'message', epoch, bytes }, now());
    }
    const remote = { session, usedAt: now() };
    this.#known.set(id, remote);
    return remote;
  }

  /** Without a stream, the stored state is what there is. */
  #begin(session: RemoteSession, { epoch, document }: LiveRecord): void {
    for (const view of ['full', 'table'] as const) {
      const { bytes } = encode({ type: 'snapshot', seq: 0, document: viewOf(document ?? {}, view) });
      session.take({ kind: 'snapshot', epoch, view, seq: 0, bytes }, this.#dependencies.now());
    }
  }

  /** The id of the session that a user registered last and that has not ended. */
  findRunningOf(userId: string): Promise<string | null> {
    return findRunningOf(this.#dependencies.storage.database, userId);
  }

  /** Takes a session over, by its id or its recorder's token. Null when there is none that has not ended. */
  async claim(key: LiveKey): Promise<LiveRecord | null> {
    const { storage, streams } = this.#dependencies;
    const record = await storage.transaction((transaction) => claimLiveSession(transaction, key));
    if (record !== null) streams.announce({ id: record.id, epoch: record.epoch });
    return record;
  }

  /** Ids of the sessions whose recorder and server have been away since an instant. */
  listAbandoned(before: string): Promise<string[]> {
    return listAbandoned(this.#dependencies.storage.database, before);
  }

  /** Viewers have shown another key than the one that a session has now, or none. */
  async #checkKey(id: string): Promise<void> {
    const { storage, now } = this.#dependencies;
    const remote = this.#known.get(id);
    if (remote === undefined) return;
    const record = await findLiveRecord(storage.database, id).catch(() => null);
    if (record === null || record.keyHash === remote.session.registration.keyHash) return;
    remote.session.close(record.keyHash === null ? 'restarting' : 'forbidden');
    this.#forget(id);
    remote.usedAt = now();
  }

  #remove(userId: string): void {
    for (const [id, { session }] of this.#known) {
      if (session.registration.userId !== userId) continue;
      session.close('ended');
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#dependencies.streams.unfollow(id);
    this.#known.delete(id);
    this.#remotes.delete(id);
  }

  tick(now: number): void {
    for (const [id, remote] of this.#known) {
      remote.session.tick(now);
      if (remote.session.viewers > 0) remote.usedAt = now;
      else if (now - remote.usedAt > idleTime) this.#forget(id);
    }
  }

  /** Closes the connections of viewers, because the server stops. */
  close(): void {
    for (const { session } of this.#known.values()) session.close('restarting');
    this.#dependencies.streams.close();
  }
}
