import type { LiveSummary } from '#contract/entities/live-session';
import { claimLiveRace, findRunningOf, type LiveKey, type LiveRecord, listAbandoned } from '../domain/live-races.ts';
import { abandonedAfter, Hub, type HubDependencies, type Watchable } from '../live/hub.ts';
import { LiveRace, type LiveRaceOptions } from '../live/live-race.ts';
import { hashToken } from '../tokens/secrets.ts';
import type { Claim, LiveStreams } from './live-streams.ts';
import { RemoteLiveRaces } from './remote-live-races.ts';

/** Another server may have to continue a live race, so its state is stored this often, in ms. */
const saveInterval = 1_000;
/** The interval of the search for abandoned live races, in ms. */
const cleanupInterval = 60_000;
/** An older summary of another server is not shown, in ms. */
const summaryLifetime = 15_000;

/**
 * The live races of several servers with one database. Each live race is held by the server that claimed its latest epoch:
 * the one to which its recorder connects. It replicates the live race, and the others show that to their viewers.
 */
export class ClusterHub extends Hub {
  readonly #streams: LiveStreams;
  readonly #remotes: RemoteLiveRaces;
  #publishedAt = 0;
  #cleanedUpAt = 0;

  constructor(dependencies: HubDependencies, streams: LiveStreams) {
    super(dependencies, { saveInterval, tickets: streams });
    this.#streams = streams;
    this.#remotes = new RemoteLiveRaces({ ...dependencies, streams });
  }

  /** Resumes no live race: the first server to which a recorder connects claims it. */
  override resume(): Promise<void> {
    return this.#streams.subscribe((claim) => this.#onClaim(claim));
  }

  #onClaim(claim: Claim): void {
    if ('removedUser' in claim) {
      this.#remotes.removeUser(claim.removedUser);
      super.remove(claim.removedUser);
      return;
    }
    this.release(claim.id, claim.epoch);
    this.#remotes.checkKey(claim.id);
  }

  override register(record: LiveRecord, reason?: 'replaced' | 'removed'): void {
    this.#streams.announce({ id: record.id, epoch: record.epoch });
    super.register(record, reason);
  }

  override giveUp(ended: { readonly id: string; readonly epoch: number }): void {
    this.#streams.announce(ended);
    this.#streams.removeSummary(ended.id);
    super.giveUp(ended);
  }

  protected override optionsOf({ id, epoch }: LiveRecord): LiveRaceOptions {
    // Another server may have shown more than the stored state.
    return { sink: this.#streams.sinkOf(id, this.now), isWaiting: epoch > 1 };
  }

  override async locate(id: string): Promise<Watchable | null> {
    const own = this.find(id);
    if (own !== null && !own.isWaiting) return own;
    return (await this.#remotes.locate(id)) ?? own ?? super.locate(id);
  }

  override async findByToken(token: string): Promise<LiveRace | null> {
    return (await super.findByToken(token)) ?? this.#claim({ tokenHash: hashToken(token) });
  }

  async #claim(key: LiveKey): Promise<LiveRace | null> {
    const record = await this.storage.transaction((transaction) => claimLiveRace(transaction, key));
    if (record === null) return null;
    this.#streams.announce({ id: record.id, epoch: record.epoch });
    return this.open(record);
  }

  override async findCurrentOf(userId: string): Promise<Watchable | null> {
    const id = await findRunningOf(this.storage.database, userId);
    return id === null ? super.findCurrentOf(userId) : this.locate(id);
  }

  protected override async findOwned(id: string, userId: string): Promise<LiveRace | null> {
    const held = this.find(id) ?? (await this.#remotes.locate(id));
    if (held?.registration.userId !== userId) return null;
    return held instanceof LiveRace ? held : this.#claim({ id });
  }

  protected override async summaries(): Promise<LiveSummary[]> {
    const own = await super.summaries();
    const stored = await this.#streams.listSummaries();
    const isFresh = (at: number) => this.now() - at < summaryLifetime;
    const others = stored.filter(({ summary, at }) => isFresh(at) && this.find(summary.id) === null);
    return [...own, ...others.map(({ summary }) => summary)];
  }

  protected override onEnded(id: string): void {
    this.#streams.removeSummary(id);
  }

  override remove(userId: string): void {
    this.#streams.announce({ removedUser: userId });
    super.remove(userId);
  }

  override tick(): void {
    super.tick();
    const now = this.now();
    this.#remotes.tick(now);
    if (now - this.#publishedAt >= saveInterval) {
      this.#publishedAt = now;
      for (const liveRace of this.listRunning()) this.#streams.putSummary(liveRace.summary(), now);
    }
    if (now - this.#cleanedUpAt < cleanupInterval) return;
    this.#cleanedUpAt = now;
    this.queue(() => this.#endAbandoned(now));
  }

  /** Ends the live races whose server did not come back either; a minute later, so that their own server goes first. */
  async #endAbandoned(now: number): Promise<void> {
    const before = new Date(now - abandonedAfter - 60_000).toISOString();
    for (const id of await listAbandoned(this.storage.database, before)) {
      const liveRace = this.find(id) ?? (await this.#claim({ id }));
      if (liveRace !== null) this.end(liveRace, null);
    }
  }

  /** The claim of another server may have been announced while Redis was away. */
  protected override onSaveRefused(id: string, epoch: number): void {
    this.release(id, epoch + 1);
  }

  override get sharing(): 'ok' | 'lost' {
    return this.#streams.isConnected ? 'ok' : 'lost';
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.#remotes.close();
    this.#streams.close();
  }
}
