// One piece: opening, storing and ending a session are one life cycle.
import { unpagedBound } from '#contract/constants';
import type { LiveSummary } from '#contract/entities/live-session';
import { endLive, type LiveRecord, resumeLiveSessions, saveLive } from '../domain/live-sessions.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import { hashToken, isEqualHash, randomToken } from '../tokens/secrets.ts';
import { maxDocument } from './document-size.ts';
import type { Observed } from './lap-outlines.ts';
import { alone, LiveSession, type SessionOptions } from './live-session.ts';
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

/** A session whose recorder does not come back in this time is over, in ms. */
export const abandonedAfter = 10 * 60_000;
/** The end of a session is shown to late viewers for this long, in ms. */
export const overFor = 10 * 60_000;

interface Running {
  readonly session: LiveSession;
  /** The state that is stored. */
  savedState: LiveSession['state'] | null;
  /** The final state while it is being stored, and the stored session that the recorder names. */
  ending: { readonly state: LiveSession['state']; readonly sessionId: string | null } | null;
  endedAt: number;
}

interface HubOptions {
  /** The state of every session is stored this often, in ms. */
  readonly saveInterval?: number;
  /** Stores tickets outside of this process. */
  readonly tickets?: TicketStore | null;
}

/** A session that can be watched here. */
export type Watchable = Pick<LiveSession, 'registration' | 'isOver' | 'watch' | 'leave' | 'resync'>;

/** The live sessions of this process. */
export class Hub {
  protected readonly storage: Storage;
  protected readonly now: () => number;
  readonly #warn: HubDependencies['warn'];
  readonly #saveInterval: number;
  readonly #running = new Map<string, Running>();
  /** Sessions whose end was asked for before their id was registered again, until their viewers know. */
  readonly #replaced = new Set<Running>();
  readonly #byToken = new Map<string, LiveSession>();
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
    this.#tickets = new Tickets(tickets);
  }

  /** Opens the sessions that had not ended when the server stopped. */
  async resume(): Promise<void> {
    for (const record of await this.storage.transaction((transaction) => resumeLiveSessions(transaction)))
      this.open(record);
  }

  /** A session was registered, or taken over by its user, or its recorder was removed. */
  register(record: LiveRecord, reason?: 'replaced' | 'removed'): void {
    const running = this.#running.get(record.id);
    if (running === undefined || running.ending !== null || running.session.hasEnded) {
      if (running !== undefined && !running.session.isOver) this.#replaced.add(running);
      this.open(record);
      return;
    }
    const { session } = running;
    this.#byToken.delete(session.registration.tokenHash);
    session.takeOver(record, record.epoch, reason);
    this.#byToken.set(record.tokenHash, session);
  }

  /** A session that got nothing was ended for another one of its user. No server has its last epoch. */
  giveUp({ id, epoch }: { readonly id: string; readonly epoch: number }): void {
    this.release(id, epoch);
  }

  protected open(record: LiveRecord): LiveSession {
    const { epoch, seq, document, lastDataAt } = record;
    const dataAt = lastDataAt === null ? null : Date.parse(lastDataAt);
    const session = new LiveSession(record, { epoch, seq, document, dataAt }, this.now(), this.optionsOf(record));
    this.#running.set(record.id, { session, savedState: session.state, ending: null, endedAt: 0 });
    this.#byToken.set(record.tokenHash, session);
    return session;
  }

  protected optionsOf(_: LiveRecord): SessionOptions {
    return alone;
  }

  /** A session of this process. */
  find(id: string): LiveSession | null {
    return this.#running.get(id)?.session ?? null;
  }

  /** A session that can be watched here. A transaction that is open must be given. */
  async locate(id: string, _?: Transaction): Promise<Watchable | null> {
    return this.find(id);
  }

  /** The session that a recorder's token was given for. */
  async findByToken(token: string): Promise<LiveSession | null> {
    // The lookup compares hashes, which reveal nothing about the token.
    const session = this.#byToken.get(hashToken(token)) ?? null;
    return session?.hasEnded ? null : session;
  }

  /** Closes the connections of a session with an older epoch, so that they come back to the server that holds it now. */
  protected release(id: string, epoch: number): void {
    const running = this.#running.get(id);
    if (running === undefined || running.session.hasEnded || running.session.state.epoch >= epoch) return;
    running.session.close();
    this.#running.delete(id);
    this.#byToken.delete(running.session.registration.tokenHash);
  }

  /** The session that a user registered last and that has not ended. */
  async findCurrentOf(userId: string): Promise<Watchable | null> {
    const [latest] = this.listRunning().filter((session) => session.registration.userId === userId);
    return latest ?? null;
  }

  /** Sessions that have not ended, newest first. */
  protected listRunning(): LiveSession[] {
    return [...this.#running.values()]
      .map(({ session }) => session)
      .filter((session) => !session.isOver)
      .sort((one, other) => other.registration.startedAt.localeCompare(one.registration.startedAt));
  }

  /** Summaries of running sessions, newest first; of one user, or of all. */
  async list(userId?: string): Promise<LiveSummary[]> {
    return (await this.summaries())
      .filter((summary) => userId === undefined || summary.userId === userId)
      .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
      .slice(0, unpagedBound);
  }

  protected async summaries(): Promise<LiveSummary[]> {
    return this.listRunning().map((session) => session.summary());
  }

  /** The documents of the sessions that recorders publish now. */
  observed(): Observed[] {
    return [...this.#running.values()].flatMap(({ session }) => {
      const { document } = session.state;
      if (document === null || session.hasEnded) return [];
      const { id, userId, keyHash } = session.registration;
      // The tree of a feed is a live document.
      return [{ id, userId, isPrivate: keyHash !== null, document: document as Observed['document'] }];
    });
  }

  /** The summary of a session that runs, or ran until a moment ago. */
  async summaryOf(id: string): Promise<LiveSummary | null> {
    const own = this.find(id);
    return own?.summary() ?? (await this.list()).find((summary) => summary.id === id) ?? null;
  }

  /** Whether a key opens a session; every key opens a public one. */
  isOpenedBy({ registration: { keyHash } }: { readonly registration: Registration }, key: string | undefined): boolean {
    return keyHash === null || (key !== undefined && isEqualHash(hashToken(key), keyHash));
  }

  createTicket(session: Watchable): Promise<{ ticket: string; expiresAt: string }> {
    return this.#tickets.create(session.registration.id, this.now());
  }

  /** Whether a viewer may watch a session. A ticket is used up by this. */
  async mayWatch(
    session: Watchable,
    { ticket, key }: { readonly ticket?: string; readonly key?: string },
  ): Promise<boolean> {
    const { id } = session.registration;
    const hasTicket = ticket !== undefined && (await this.#tickets.redeem(ticket, id, this.now()));
    return hasTicket || this.isOpenedBy(session, key);
  }

  /** Ends a session: stores it, and sends its viewers the id. `sessionId` is the stored session that its recorder names. */
  end(session: LiveSession, sessionId: string | null): Promise<void> {
    const running = this.#running.get(session.registration.id);
    if (running?.session !== session || running.ending !== null || session.hasEnded) return this.#work;
    // The state of now: the user may register the session again before this one is stored.
    running.ending = { state: session.state, sessionId };
    return this.queue(() => this.#storeEnd(running));
  }

  async #storeEnd(running: Running): Promise<void> {
    const { session, ending } = running;
    if (ending === null) return;
    const { storage, now } = this;
    const { id, userId, tokenHash, keyHash } = session.registration;
    try {
      const { state, sessionId } = ending;
      session.end(
        await endLive(storage, { ...state, id, userId, keyHash, sessionId, now: new Date(now()).toISOString() }),
        now(),
      );
      running.endedAt = now();
      running.ending = null;
      this.#byToken.delete(tokenHash);
      if (!this.#replaced.has(running)) this.onEnded(id);
    } finally {
      // A failed ending is tried again by its recorder, or when it is given up. One that was replaced has none.
      if (!this.#replaced.has(running)) running.ending = null;
    }
  }

  /** Called when a session has ended and no other one has its id. */
  protected onEnded(_: string): void {}

  /** Ends the session of a user that an upload belongs to. One that cannot be found now is ended when it is given up. */
  endByUpload(userId: string, liveId: string, sessionId: string): Promise<void> {
    return this.findOwned(liveId, userId)
      .then((session) => (session === null ? undefined : this.end(session, sessionId)))
      .catch((error) => this.#warn(error, 'an uploaded live session was not ended'));
  }

  protected async findOwned(id: string, userId: string): Promise<LiveSession | null> {
    const session = this.find(id);
    return session?.registration.userId === userId ? session : null;
  }

  /** Removes the sessions of a user whose account was deleted. */
  remove(userId: string): void {
    for (const running of this.#replaced) {
      if (running.session.registration.userId !== userId) continue;
      running.session.close();
      this.#replaced.delete(running);
    }
    for (const [id, { session }] of this.#running) {
      if (session.registration.userId !== userId) continue;
      session.end(null, this.now());
      session.close();
      this.#running.delete(id);
      this.#byToken.delete(session.registration.tokenHash);
      this.onEnded(id);
    }
  }

  /** Advances all sessions. Called ten times a second. */
  tick(): void {
    const now = this.now();
    for (const { session } of this.#running.values()) {
      const start = performance.now();
      session.tick(now);
      session.spend(performance.now() - start);
    }
    for (const running of this.#replaced) {
      running.session.tick(now);
      if (running.session.isOver) this.#replaced.delete(running);
    }
    if (now - this.#savedAt < this.#saveInterval) return;
    this.#savedAt = now;
    this.#cleanUp(now);
    for (const running of this.#replaced) this.queue(() => this.#storeEnd(running));
    this.queue(() => this.#save());
  }

  /** Ends sessions whose recorder did not come back, and evicts those that ended long ago. */
  #cleanUp(now: number): void {
    for (const [id, { session, endedAt }] of this.#running) {
      const lastMessageAt = session.state.dataAt ?? session.openedAt;
      if (!session.hasEnded && now - lastMessageAt > abandonedAfter) this.end(session, null);
      if (session.isOver && now - endedAt > overFor) this.#running.delete(id);
    }
  }

  async #save(): Promise<void> {
    for (const running of this.#running.values()) {
      const { session } = running;
      const { state } = session;
      if (state === running.savedState || session.hasEnded) continue;
      const key = { id: session.registration.id, ...state };
      const saved = await this.storage.transaction((transaction) => saveLive(transaction, key));
      running.savedState = state;
      if (saved !== null && saved.size > maxDocument) this.end(session, null);
      if (saved === null) this.onSaveRefused(key.id, state.epoch);
    }
  }

  /** Called when the database has another epoch of a session than this process. */
  protected onSaveRefused(_id: string, _epoch: number): void {}

  /** Runs work one after another. A failure is logged; the next save tries again. */
  protected queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).then(
      () => {
        this.#isStored = true;
      },
      (error) => {
        this.#isStored = false;
        this.#warn(error, 'a live session was not stored');
      },
    );
    return this.#work;
  }

  /** How many sessions this process holds that have not ended. */
  get size(): number {
    return [...this.#running.values()].filter(({ session }) => !session.hasEnded).length;
  }

  /** Whether the last attempt to store has succeeded. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** Whether this server shares live sessions with others: `off`, or whether it can at the moment. */
  get sharing(): 'off' | 'ok' | 'lost' {
    return 'off';
  }

  /** Closes every connection, because the server stops, and stores every session. */
  async stop(): Promise<void> {
    for (const { session } of [...this.#running.values(), ...this.#replaced]) session.close();
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
