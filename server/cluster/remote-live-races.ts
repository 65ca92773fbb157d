import { viewOf } from '#contract/live/view';
import { findLiveRecord, type LiveRecord, loadPast } from '../domain/live-races.ts';
import { encode } from '../live/message.ts';
import { OpenedRaces } from '../live/opened-races.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { LiveStreams } from './live-streams.ts';
import { RemoteLiveRace } from './remote-live-race.ts';

interface RemoteDependencies {
  readonly streams: LiveStreams;
  readonly storage: Storage;
  readonly now: () => number;
}

/** The live races of other servers that are watched here. */
export class RemoteLiveRaces {
  readonly #dependencies: RemoteDependencies;
  readonly #opened: OpenedRaces<RemoteLiveRace>;

  constructor(dependencies: RemoteDependencies) {
    this.#dependencies = dependencies;
    const { now, streams } = dependencies;
    this.#opened = new OpenedRaces(
      now,
      (id) => this.#open(id),
      (id) => streams.unfollow(id),
    );
  }

  /** A live race that another server holds, or held until its end; or null. */
  locate(id: string): Promise<RemoteLiveRace | null> {
    return this.#opened.locate(id);
  }

  async #open(id: string): Promise<RemoteLiveRace | null> {
    const { streams, storage, now } = this.#dependencies;
    const record = await findLiveRecord(storage.database, id);
    if (record === null || record.endedAt !== null) return null;
    const past = await loadPast(storage.database, record);
    const liveRace = new RemoteLiveRace(
      record,
      now(),
      past.filter(({ at }) => at <= now()),
    );
    await streams.follow(id, (entry) => liveRace.apply(entry, now()));
    if (!liveRace.hasSnapshot) this.#showStored(liveRace, record);
    return liveRace;
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
    const liveRace = this.#opened.find(id);
    if (liveRace === null) return;
    const record = await findLiveRecord(this.#dependencies.storage.database, id).catch(() => null);
    if (record === null || record.keyHash === liveRace.registration.keyHash) return;
    this.#opened.end(id, record.keyHash === null ? 'restarting' : 'forbidden');
  }

  removeUser(userId: string): void {
    this.#opened.removeUser(userId);
  }

  tick(now: number): void {
    this.#opened.tick(now);
  }

  /** Closes the connections of viewers, because the server stops. */
  close(): void {
    this.#opened.close();
  }
}
