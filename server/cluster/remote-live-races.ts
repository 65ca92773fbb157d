import { viewOf } from '#contract/live/view';
import { findLiveRecord, type LiveRecord, loadPast } from '../domain/live-races.ts';
import { overFor } from '../live/hub.ts';
import { encode } from '../live/message.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { LiveStreams } from './live-streams.ts';
import { RemoteLiveRace } from './remote-live-race.ts';

interface RemoteDependencies {
  readonly streams: LiveStreams;
  readonly storage: Storage;
  readonly now: () => number;
}

/** A live race without viewers here is followed for this long, in ms. */
const idleTime = 60_000;

interface Remote {
  readonly liveRace: RemoteLiveRace;
  usedAt: number;
}

/** The live races of other servers that are watched here. */
export class RemoteLiveRaces {
  readonly #dependencies: RemoteDependencies;
  readonly #opening = new Map<string, Promise<Remote | null>>();
  readonly #opened = new Map<string, Remote>();

  constructor(dependencies: RemoteDependencies) {
    this.#dependencies = dependencies;
  }

  /** A live race that another server holds or held, or null. */
  async locate(id: string, transaction = this.#dependencies.storage.database): Promise<RemoteLiveRace | null> {
    const opening = this.#opening.get(id) ?? this.#open(id, transaction);
    this.#opening.set(id, opening);
    const remote = await opening.catch((error: unknown) => {
      this.#opening.delete(id);
      throw error;
    });
    if (remote === null) this.#opening.delete(id);
    else remote.usedAt = this.#dependencies.now();
    return remote?.liveRace ?? null;
  }

  async #open(id: string, transaction: Transaction): Promise<Remote | null> {
    const { streams, now } = this.#dependencies;
    const record = await findLiveRecord(transaction, id);
    if (record === null || (record.endedAt !== null && now() - Date.parse(record.endedAt) > overFor)) return null;
    const liveRace = new RemoteLiveRace(record, now(), await loadPast(transaction, record));
    await streams.follow(id, (entry) => liveRace.apply(entry, now()));
    if (!liveRace.hasSnapshot) this.#showStored(liveRace, record);
    if (record.endedAt !== null) {
      const { epoch, sessionId } = record;
      const { bytes } = encode({ type: 'ended', sessionId });
      liveRace.apply({ kind: 'message', epoch, bytes }, now());
    }
    const remote = { liveRace, usedAt: now() };
    this.#opened.set(id, remote);
    return remote;
  }

  /** Shows the stored state of a live race without a stream. */
  #showStored(liveRace: RemoteLiveRace, { epoch, document }: LiveRecord): void {
    for (const view of ['full', 'table'] as const) {
      const { bytes } = encode({ type: 'snapshot', seq: 0, document: viewOf(document ?? {}, view) });
      liveRace.apply({ kind: 'snapshot', epoch, view, seq: 0, bytes }, this.#dependencies.now());
    }
  }

  /** Closes the connections of a live race whose key has changed: its viewers have used another key, or none. */
  async checkKey(id: string): Promise<void> {
    const { storage, now } = this.#dependencies;
    const remote = this.#opened.get(id);
    if (remote === undefined) return;
    const record = await findLiveRecord(storage.database, id).catch(() => null);
    if (record === null || record.keyHash === remote.liveRace.registration.keyHash) return;
    remote.liveRace.close(record.keyHash === null ? 'restarting' : 'forbidden');
    this.#evict(id);
    remote.usedAt = now();
  }

  /** Removes the live races of a user. */
  removeUser(userId: string): void {
    for (const [id, { liveRace }] of this.#opened) {
      if (liveRace.registration.userId !== userId) continue;
      liveRace.close('ended');
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
      remote.liveRace.tick(now);
      if (remote.liveRace.viewers > 0) remote.usedAt = now;
      else if (now - remote.usedAt > idleTime) this.#evict(id);
    }
  }

  /** Closes the connections of viewers, because the server stops. */
  close(): void {
    for (const { liveRace } of this.#opened.values()) liveRace.close('restarting');
  }
}
