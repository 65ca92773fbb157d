// One piece: opening, storing and ending a live race are one life cycle.
import { unpagedBound } from '#contract/constants';
import type { LiveSummary } from '#contract/entities/live-session';
import { endLive, type LiveRecord, resumeLiveRaces, saveLive } from '../domain/live-races.ts';
import type { Storage } from '../storage/open-storage.ts';
import { hashToken, isEqualHash, randomToken } from '../tokens/secrets.ts';
import { maxDocument } from './document-size.ts';
import { type EndedRace, openEndedRace, overFor } from './ended-race.ts';
import { LiveRace, type LiveRaceOptions, soleServer } from './live-race.ts';
import { OpenedRaces } from './opened-races.ts';
import { type BudgetLimits, RecorderBudgets } from './recorder-budgets.ts';
import type { Registration } from './registration.ts';
import { type TicketStore, Tickets } from './tickets.ts';

export interface HubDependencies {
  readonly storage: Storage;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly warn: (error: unknown, text: string) => void;
  readonly budgets?: BudgetLimits;
}

/** A live race whose recorder does not come back in this time is over, in ms. */
export const abandonedAfter = 10 * 60_000;
/** The interval at which a document is stored for viewers with a delay, in ms. */
const pastInterval = 20_000;

interface Running {
  readonly liveRace: LiveRace;
  /** The state that is stored. */
  savedState: LiveRace['state'] | null;
  /** The final state while it is being stored, and the stored session that the recorder names. */
  ending: { readonly state: LiveRace['state']; readonly sessionId: string | null } | null;
  /** When the document was stored that viewers with a delay see after a restart. */
  pastAt: number;
  endedAt: number;
}

interface HubOptions {
  /** The state of every live race is stored this often, in ms. */
  readonly saveInterval?: number;
  /** Stores tickets outside of this process. */
  readonly tickets?: TicketStore | null;
}

/** A live race that can be watched here. */
export type Watchable = Pick<LiveRace, 'registration' | 'isOver' | 'watch' | 'leave' | 'resync'>;

/** The live races of this process. */
export class Hub {
  protected readonly storage: Storage;
  protected readonly now: () => number;
  readonly #warn: HubDependencies['warn'];
  readonly #saveInterval: number;
  readonly #running = new Map<string, Running>();
  /** Live races whose end was asked for before their id was registered again, until all their viewers know. */
  readonly #replaced = new Set<Running>();
  readonly #byToken = new Map<string, LiveRace>();
  readonly #ended: OpenedRaces<EndedRace>;
  readonly #tickets: Tickets;
  readonly budgets: RecorderBudgets;
  #savedAt = 0;
  #isStored = true;
  #work: Promise<void> = Promise.resolve();

  constructor(
    { storage, now, warn, budgets }: HubDependencies,
    { saveInterval = 5_000, tickets = null }: HubOptions = {},
  ) {
    this.storage = storage;
    this.now = now;
    this.#warn = warn;
    this.#saveInterval = saveInterval;
    this.budgets = new RecorderBudgets(budgets);
    this.#ended = new OpenedRaces(now, (id) => openEndedRace(storage.database, id, now()));
    this.#tickets = new Tickets(tickets);
  }

  /** Opens the live races that had not ended when the server stopped. */
  async resume(): Promise<void> {
    for (const record of await this.storage.transaction((transaction) => resumeLiveRaces(transaction)))
      this.open(record);
  }

  /** A live race was registered, or taken over by its user, or its recorder was removed. */
  register(record: LiveRecord, reason?: 'replaced' | 'removed'): void {
    const running = this.#running.get(record.id);
    if (running === undefined || running.ending !== null || running.liveRace.hasEnded) {
      if (running !== undefined && !running.liveRace.isDone) this.#replaced.add(running);
      this.open(record);
      return;
    }
    const { liveRace } = running;
    this.#byToken.delete(liveRace.registration.tokenHash);
    liveRace.takeOver(record, record.epoch, reason);
    this.#byToken.set(record.tokenHash, liveRace);
  }

  /** A live race that got nothing was ended for another one of its user. No server has its last epoch. */
  giveUp({ id, epoch }: { readonly id: string; readonly epoch: number }): void {
    this.release(id, epoch);
  }

  protected open(record: LiveRecord): LiveRace {
    const { epoch, seq, document, lastDataAt } = record;
    const dataAt = lastDataAt === null ? null : Date.parse(lastDataAt);
    const now = this.now();
    const past = (record.past ?? []).filter(({ at }) => at <= now);
    const liveRace = new LiveRace(record, { epoch, seq, document, dataAt }, now, { ...this.optionsOf(record), past });
    this.#running.set(record.id, { liveRace, savedState: liveRace.state, ending: null, pastAt: 0, endedAt: 0 });
    this.#byToken.set(record.tokenHash, liveRace);
    return liveRace;
  }

  protected optionsOf(_: LiveRecord): LiveRaceOptions {
    return soleServer;
  }

  /** A live race of this process. */
  find(id: string): LiveRace | null {
    return this.#running.get(id)?.liveRace ?? null;
  }

  /** A live race that can be watched here. Not within a transaction. */
  async locate(id: string): Promise<Watchable | null> {
    return this.find(id) ?? this.#ended.locate(id);
  }

  /** The live race that a recorder's token was given for. */
  async findByToken(token: string): Promise<LiveRace | null> {
    // The lookup compares hashes, which reveal nothing about the token.
    const liveRace = this.#byToken.get(hashToken(token)) ?? null;
    return liveRace?.hasEnded ? null : liveRace;
  }

  /**
   * Closes the connections of a live race with an older epoch, so that they come back to the server that holds it now. The
   * viewers of one that has ended see its end first.
   */
  protected release(id: string, epoch: number): void {
    const running = this.#running.get(id);
    if (running === undefined || running.liveRace.state.epoch >= epoch) return;
    if (!running.liveRace.hasEnded) running.liveRace.close();
    else if (!running.liveRace.isDone) this.#replaced.add(running);
    this.#running.delete(id);
    this.#byToken.delete(running.liveRace.registration.tokenHash);
  }

  /** The live race that a user registered last and that has not ended. */
  async findCurrentOf(userId: string): Promise<Watchable | null> {
    const [latest] = this.listRunning().filter((liveRace) => liveRace.registration.userId === userId);
    return latest ?? null;
  }

  /** Live races that have not ended, newest first. */
  protected listRunning(): LiveRace[] {
    return [...this.#running.values()]
      .map(({ liveRace }) => liveRace)
      .filter((liveRace) => !liveRace.isOver)
      .sort((one, other) => other.registration.startedAt.localeCompare(one.registration.startedAt));
  }

  /** Summaries of running live races, newest first; of one user, or of all. */
  async list(userId?: string): Promise<LiveSummary[]> {
    return (await this.summaries())
      .filter((summary) => userId === undefined || summary.userId === userId)
      .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
      .slice(0, unpagedBound);
  }

  protected async summaries(): Promise<LiveSummary[]> {
    return this.listRunning().map((liveRace) => liveRace.summary());
  }

  /** The summary of a live race that runs, or ran until a moment ago. */
  async summaryOf(id: string): Promise<LiveSummary | null> {
    const own = this.find(id);
    return own?.summary() ?? (await this.list()).find((summary) => summary.id === id) ?? null;
  }

  /** Whether a key opens a live race; every key opens a public one. */
  isOpenedBy({ registration: { keyHash } }: { readonly registration: Registration }, key: string | undefined): boolean {
    return keyHash === null || (key !== undefined && isEqualHash(hashToken(key), keyHash));
  }

  createTicket(liveRace: Pick<Watchable, 'registration'>): Promise<{ ticket: string; expiresAt: string }> {
    return this.#tickets.create(liveRace.registration.id, this.now());
  }

  /** Whether a viewer may watch a live race. A ticket is used up by this. */
  async mayWatch(
    liveRace: Watchable,
    { ticket, key }: { readonly ticket?: string; readonly key?: string },
  ): Promise<boolean> {
    const { id } = liveRace.registration;
    const hasTicket = ticket !== undefined && (await this.#tickets.redeem(ticket, id, this.now()));
    return hasTicket || this.isOpenedBy(liveRace, key);
  }

  /** Ends a live race: stores it, and sends its viewers the id. `sessionId` is the stored session that its recorder names. */
  end(liveRace: LiveRace, sessionId: string | null): Promise<void> {
    const running = this.#running.get(liveRace.registration.id);
    if (running?.liveRace !== liveRace || running.ending !== null || liveRace.hasEnded) return this.#work;
    // The state of now: the user may register the live race again before this one is stored.
    running.ending = { state: liveRace.state, sessionId };
    return this.queue(() => this.#storeEnd(running));
  }

  async #storeEnd(running: Running): Promise<void> {
    const { liveRace, ending } = running;
    if (ending === null) return;
    const { storage, now } = this;
    const { id, userId, tokenHash, keyHash } = liveRace.registration;
    try {
      const { state, sessionId } = ending;
      liveRace.end(
        await endLive(storage, { ...state, id, userId, keyHash, sessionId, now: new Date(now()).toISOString() }),
        now(),
      );
      running.endedAt = now();
      running.ending = null;
      this.#byToken.delete(tokenHash);
    } finally {
      // A failed ending is tried again by its recorder, or when it is given up. One that was replaced has none.
      if (!this.#replaced.has(running)) running.ending = null;
    }
  }

  /** Called when the end of a live race is shown and no other one has its id. */
  protected onEnded(_: string): void {}

  /** Ends the live race of a user that an upload belongs to. One that cannot be found now is ended when it is given up. */
  endByUpload(userId: string, liveId: string, sessionId: string): Promise<void> {
    return this.findOwned(liveId, userId)
      .then((liveRace) => (liveRace === null ? undefined : this.end(liveRace, sessionId)))
      .catch((error) => this.#warn(error, 'an uploaded live race was not ended'));
  }

  protected async findOwned(id: string, userId: string): Promise<LiveRace | null> {
    const liveRace = this.find(id);
    return liveRace?.registration.userId === userId ? liveRace : null;
  }

  /** Removes the live races of a user whose account was deleted. */
  remove(userId: string): void {
    this.#ended.removeUser(userId);
    for (const running of this.#replaced) {
      if (running.liveRace.registration.userId !== userId) continue;
      running.liveRace.close();
      this.#replaced.delete(running);
    }
    for (const [id, { liveRace }] of this.#running) {
      if (liveRace.registration.userId !== userId) continue;
      liveRace.end(null, this.now());
      liveRace.close();
      this.#running.delete(id);
      this.#byToken.delete(liveRace.registration.tokenHash);
      this.onEnded(id);
    }
  }

  /** Advances all live races. Called ten times a second. */
  tick(): void {
    const now = this.now();
    for (const [id, { liveRace }] of this.#running) {
      const start = performance.now();
      const wasOver = liveRace.isOver;
      liveRace.tick(now);
      liveRace.spend(performance.now() - start);
      if (liveRace.isOver && !wasOver) this.onEnded(id);
    }
    for (const running of this.#replaced) {
      running.liveRace.tick(now);
      if (running.liveRace.isDone) this.#replaced.delete(running);
    }
    this.#ended.tick(now);
    if (now - this.#savedAt < this.#saveInterval) return;
    this.#savedAt = now;
    this.#cleanUp(now);
    for (const running of this.#replaced) this.queue(() => this.#storeEnd(running));
    this.queue(() => this.#save());
  }

  /** Ends live races whose recorder did not come back, and evicts those that ended long ago. */
  #cleanUp(now: number): void {
    for (const [id, { liveRace, endedAt }] of this.#running) {
      const lastMessageAt = liveRace.state.dataAt ?? liveRace.openedAt;
      if (!liveRace.hasEnded && now - lastMessageAt > abandonedAfter) this.end(liveRace, null);
      if (liveRace.isOver && now - endedAt > overFor) this.#running.delete(id);
    }
  }

  async #save(): Promise<void> {
    for (const running of this.#running.values()) {
      const { liveRace } = running;
      const { state } = liveRace;
      if (state === running.savedState || liveRace.hasEnded) continue;
      const key = { id: liveRace.registration.id, ...state };
      const now = this.now();
      const isPastDue = now - running.pastAt >= pastInterval;
      const saved = await this.storage.transaction((transaction) => saveLive(transaction, key, isPastDue ? now : null));
      running.savedState = state;
      if (isPastDue && state.document !== null) running.pastAt = now;
      if (saved !== null && saved.size > maxDocument) this.end(liveRace, null);
      if (saved === null) this.onSaveRefused(key.id, state.epoch);
    }
  }

  /** Called when the database has another epoch of a live race than this process. */
  protected onSaveRefused(_id: string, _epoch: number): void {}

  /** Runs work one after another. A failure is logged; the next save tries again. */
  protected queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).then(
      () => {
        this.#isStored = true;
      },
      (error) => {
        this.#isStored = false;
        this.#warn(error, 'a live race was not stored');
      },
    );
    return this.#work;
  }

  /** How many live races this process holds that have not ended. */
  get size(): number {
    return [...this.#running.values()].filter(({ liveRace }) => !liveRace.hasEnded).length;
  }

  /** Whether the last attempt to store has succeeded. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** Whether this server shares live races with others: `off`, or whether it can at the moment. */
  get sharing(): 'off' | 'ok' | 'lost' {
    return 'off';
  }

  /** Closes every connection, because the server stops, and stores every live race. */
  async stop(): Promise<void> {
    for (const { liveRace } of [...this.#running.values(), ...this.#replaced]) liveRace.close();
    this.#ended.close();
    await this.queue(() => this.#save());
  }

  /** A token for a recorder. */
  static createToken(): { token: string; tokenHash: string } {
    const token = randomToken();
    return { token, tokenHash: hashToken(token) };
  }

  /** The hash that is stored of a key. */
  static hashKey(key: string | undefined): string | null {
    return key === undefined ? null : hashToken(key);
  }
}
