// One piece: what holds the sessions of this process also gives them up to others, stores and ends them.
import { unpagedBound } from '#contract/constants';
import type { LiveSummary } from '#contract/entities/live-session';
import { hashToken, isEqualHash, randomToken } from '../auth/secrets.ts';
import { endLive, type LiveRecord, resumeLiveSessions, saveLive } from '../domain/live-sessions.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import { Cluster } from './cluster.ts';
import { maxDocument } from './document-size.ts';
import type { Observed } from './lap-outlines.ts';
import { LiveSession } from './live-session.ts';
import type { LiveStreams } from './live-streams.ts';
import { type BudgetLimits, RecorderBudgets } from './recorder-budgets.ts';
import type { Registration } from './registration.ts';
import type { RemoteSession } from './remote-session.ts';
import { Tickets } from './tickets.ts';

interface HubDependencies {
  readonly storage: Storage;
  /** Shared by several servers; null when there is only this one. */
  readonly streams: LiveStreams | null;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly warn: (error: unknown, text: string) => void;
  /** What recorders may use. */
  readonly budgets?: BudgetLimits;
}

/** The state of every session is stored this often, in ms: alone, and when another server may have to go on with it. */
const saveIntervals = { alone: 5_000, shared: 1_000 };
/** A session whose recorder does not come back in this time is over, in ms. */
const abandonedAfter = 10 * 60_000;
/** Viewers who come late learn for this long that a session has ended, in ms. */
const overFor = 10 * 60_000;
/** A summary of another server that is older than this is not shown, in ms. */
const summaryLifetime = 15_000;

interface Running {
  readonly session: LiveSession;
  /** The state that is stored. */
  savedState: LiveSession['state'] | null;
  /** What is being stored for good, and the stored session that the recorder names. */
  ending: { readonly state: LiveSession['state']; readonly sessionId: string | null } | null;
  endedAt: number;
}

/** A session that can be watched here. */
export type Watchable = Pick<LiveSession | RemoteSession, 'registration' | 'watch' | 'leave' | 'resync'>;

/** The live sessions of this process, and those of other servers that are watched here. */
export class Hub {
  readonly #dependencies: HubDependencies;
  readonly #running = new Map<string, Running>();
  /** Sessions whose end was asked for before their id was registered again, until their viewers know. */
  readonly #replaced = new Set<Running>();
  readonly #byToken = new Map<string, LiveSession>();
  readonly #tickets: Tickets;
  readonly budgets: RecorderBudgets;
  readonly #cluster: Cluster | null;
  #savedAt = 0;
  #sweptAt = 0;
  #isStored = true;
  #work: Promise<void> = Promise.resolve();

  constructor(dependencies: HubDependencies) {
    const { streams, storage, now } = dependencies;
    this.#dependencies = dependencies;
    this.budgets = new RecorderBudgets(dependencies.budgets);
    this.#tickets = new Tickets(streams);
    const callbacks = {
      onTaken: (id: string, epoch: number) => this.#stepDown(id, epoch),
      onRemoved: (userId: string) => this.#forgetUser(userId),
    };
    this.#cluster = streams === null ? null : new Cluster({ streams, storage, now, ...callbacks });
  }

  /** Takes up the sessions that had not ended when the server stopped; with others, the first that a recorder comes to does. */
  async resume(): Promise<void> {
    const { storage } = this.#dependencies;
    if (this.#cluster !== null) return this.#cluster.start();
    for (const record of await storage.transaction((transaction) => resumeLiveSessions(transaction)))
      this.#open(record);
  }

  /** A session was registered, or taken over by its user. */
  register(record: LiveRecord): void {
    this.#dependencies.streams?.announce({ id: record.id, epoch: record.epoch });
    const running = this.#running.get(record.id);
    if (running === undefined || running.ending !== null || running.session.hasEnded) {
      if (running !== undefined && !running.session.isOver) this.#replaced.add(running);
      this.#open(record);
      return;
    }
    const { session } = running;
    this.#byToken.delete(session.registration.tokenHash);
    session.takeOver(record, record.epoch);
    this.#byToken.set(record.tokenHash, session);
  }

  #open(record: LiveRecord): LiveSession {
    const { streams, now } = this.#dependencies;
    const { epoch, seq, document, lastDataAt } = record;
    const dataAt = lastDataAt === null ? null : Date.parse(lastDataAt);
    const outlet = streams?.outletOf(record.id, now) ?? null;
    // Another server may have shown more than what is stored.
    const isWaiting = streams !== null && epoch > 1;
    const state = { epoch, seq, document, dataAt };
    const session = new LiveSession(record, state, now(), { outlet, isWaiting });
    this.#running.set(record.id, { session, savedState: session.state, ending: null, endedAt: 0 });
    this.#byToken.set(record.tokenHash, session);
    return session;
  }

  /** A session of this process. */
  find(id: string): LiveSession | null {
    return this.#running.get(id)?.session ?? null;
  }

  /** A session, wherever it is held. A transaction that is open must be given. */
  async locate(id: string, transaction?: Transaction): Promise<Watchable | null> {
    const own = this.find(id);
    if (own !== null && !own.isWaiting) return own;
    return (await this.#cluster?.locate(id, transaction)) ?? own;
  }

  /** The session that a recorder's token was given for. With other servers, it is held here from now on. */
  async findByToken(token: string): Promise<LiveSession | null> {
    // The lookup compares hashes, which say nothing about the token.
    const tokenHash = hashToken(token);
    const own = this.#byToken.get(tokenHash) ?? null;
    if (own !== null || this.#cluster === null) return own === null || own.hasEnded ? null : own;
    return this.#claim({ tokenHash });
  }

  async #claim(key: { readonly id: string } | { readonly tokenHash: string }): Promise<LiveSession | null> {
    const record = (await this.#cluster?.claim(key)) ?? null;
    return record === null ? null : this.#open(record);
  }

  /** Another server holds a session now: this one closes its connections, and they come back to the other. */
  #stepDown(id: string, epoch: number): void {
    const running = this.#running.get(id);
    if (running === undefined || running.session.hasEnded || running.session.state.epoch >= epoch) return;
    running.session.close();
    this.#running.delete(id);
    this.#byToken.delete(running.session.registration.tokenHash);
  }

  /** The session that a user registered last and that has not ended. */
  async findCurrentOf(userId: string): Promise<Watchable | null> {
    const id = await this.#cluster?.findRunningOf(userId);
    if (id != null) return this.locate(id);
    const [latest] = this.#listRunning().filter((session) => session.registration.userId === userId);
    return latest ?? null;
  }

  /** Sessions that have not ended, newest first. */
  #listRunning(): LiveSession[] {
    return [...this.#running.values()]
      .map(({ session }) => session)
      .filter((session) => !session.isOver)
      .sort((one, other) => other.registration.startedAt.localeCompare(one.registration.startedAt));
  }

  /** Summaries of running sessions, newest first; of one user, or of all. */
  async list(userId?: string): Promise<LiveSummary[]> {
    const own = this.#listRunning().map((session) => session.summary());
    const stored = (await this.#dependencies.streams?.listSummaries()) ?? [];
    const isFresh = (at: number) => this.#dependencies.now() - at < summaryLifetime;
    const others = stored.filter(({ summary, at }) => isFresh(at) && this.find(summary.id) === null);
    return [...own, ...others.map(({ summary }) => summary)]
      .filter((summary) => userId === undefined || summary.userId === userId)
      .sort((one, other) => other.startedAt.localeCompare(one.startedAt))
      .slice(0, unpagedBound);
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

  /** What lists show of a session that runs, or ran until a moment ago. */
  async summaryOf(id: string): Promise<LiveSummary | null> {
    const own = this.find(id);
    return own?.summary() ?? (await this.list()).find((summary) => summary.id === id) ?? null;
  }

  /** Whether a key opens a session; every key opens a public one. */
  isOpenedBy({ registration: { keyHash } }: { readonly registration: Registration }, key: string | undefined): boolean {
    return keyHash === null || (key !== undefined && isEqualHash(hashToken(key), keyHash));
  }

  createTicket(session: Watchable): Promise<{ ticket: string; expiresAt: string }> {
    return this.#tickets.create(session.registration.id, this.#dependencies.now());
  }

  /** Whether a viewer may watch a session. A ticket is used up by this. */
  async mayWatch(
    session: Watchable,
    { ticket, key }: { readonly ticket?: string; readonly key?: string },
  ): Promise<boolean> {
    const { id } = session.registration;
    const hasTicket = ticket !== undefined && (await this.#tickets.redeem(ticket, id, this.#dependencies.now()));
    return hasTicket || this.isOpenedBy(session, key);
  }

  /** Ends a session: stores it, and tells its viewers where. `sessionId` is the stored session that its recorder names. */
  end(session: LiveSession, sessionId: string | null): Promise<void> {
    const running = this.#running.get(session.registration.id);
    if (running?.session !== session || running.ending !== null || session.hasEnded) return this.#work;
    // The state of now: the user may register the session again before this one is stored.
    running.ending = { state: session.state, sessionId };
    return this.#queue(() => this.#storeEnd(running));
  }

  async #storeEnd(running: Running): Promise<void> {
    const { session, ending } = running;
    if (ending === null) return;
    const { storage, now, streams } = this.#dependencies;
    const { id, userId, tokenHash } = session.registration;
    try {
      const { state, sessionId } = ending;
      session.end(
        await endLive(storage, { ...state, id, userId, sessionId, now: new Date(now()).toISOString() }),
        now(),
      );
      running.endedAt = now();
      running.ending = null;
      this.#byToken.delete(tokenHash);
      if (!this.#replaced.has(running)) streams?.removeSummary(id);
    } finally {
      // A failed ending is tried again by its recorder, or when it is given up. One that was replaced has none.
      if (!this.#replaced.has(running)) running.ending = null;
    }
  }

  /** Ends the session of a user that an upload belongs to. One that cannot be found now is ended when it is given up. */
  endByUpload(userId: string, liveId: string, sessionId: string): Promise<void> {
    return this.#endUploaded(userId, liveId, sessionId).catch((error) =>
      this.#dependencies.warn(error, 'an uploaded live session was not ended'),
    );
  }

  async #endUploaded(userId: string, liveId: string, sessionId: string): Promise<void> {
    const held = this.find(liveId) ?? (await this.#cluster?.locate(liveId)) ?? null;
    if (held?.registration.userId !== userId) return;
    const session = held instanceof LiveSession ? held : await this.#claim({ id: liveId });
    if (session !== null) await this.end(session, sessionId);
  }

  /** Forgets the sessions of a user whose account was deleted. */
  remove(userId: string): void {
    this.#dependencies.streams?.announce({ removedUser: userId });
    this.#forgetUser(userId);
  }

  #forgetUser(userId: string): void {
    for (const running of this.#replaced) {
      if (running.session.registration.userId !== userId) continue;
      running.session.close();
      this.#replaced.delete(running);
    }
    for (const [id, { session }] of this.#running) {
      if (session.registration.userId !== userId) continue;
      session.end(null, this.#dependencies.now());
      session.close();
      this.#running.delete(id);
      this.#byToken.delete(session.registration.tokenHash);
      this.#dependencies.streams?.removeSummary(id);
    }
  }

  /** Passes on what is due, in all sessions. Called ten times a second. */
  tick(): void {
    const now = this.#dependencies.now();
    const { streams } = this.#dependencies;
    for (const { session } of this.#running.values()) {
      const start = performance.now();
      session.tick(now);
      session.spend(performance.now() - start);
    }
    for (const running of this.#replaced) {
      running.session.tick(now);
      if (running.session.isOver) this.#replaced.delete(running);
    }
    this.#cluster?.tick(now);
    if (now - this.#savedAt < (streams === null ? saveIntervals.alone : saveIntervals.shared)) return;
    this.#savedAt = now;
    if (streams !== null) for (const session of this.#listRunning()) streams.putSummary(session.summary(), now);
    this.#cleanUp(now);
    for (const running of this.#replaced) this.#queue(() => this.#storeEnd(running));
    this.#queue(() => this.#save());
  }

  /** Ends sessions whose recorder did not come back, and forgets those that ended long ago. */
  #cleanUp(now: number): void {
    for (const [id, { session, endedAt }] of this.#running) {
      const heardAt = session.state.dataAt ?? session.openedAt;
      if (!session.hasEnded && now - heardAt > abandonedAfter) this.end(session, null);
      if (session.isOver && now - endedAt > overFor) this.#running.delete(id);
    }
    if (this.#cluster === null || now - this.#sweptAt < 60_000) return;
    this.#sweptAt = now;
    this.#queue(() => this.#endAbandoned(now));
  }

  /** Ends the sessions whose server did not come back either; a minute later, so that their own server goes first. */
  async #endAbandoned(now: number): Promise<void> {
    const before = new Date(now - abandonedAfter - 60_000).toISOString();
    for (const id of (await this.#cluster?.listAbandoned(before)) ?? []) {
      const session = this.find(id) ?? (await this.#claim({ id }));
      if (session !== null) this.end(session, null);
    }
  }

  async #save(): Promise<void> {
    for (const running of this.#running.values()) {
      const { session } = running;
      const { state } = session;
      if (state === running.savedState || session.hasEnded) continue;
      const key = { id: session.registration.id, ...state };
      const saved = await this.#dependencies.storage.transaction((transaction) => saveLive(transaction, key));
      running.savedState = state;
      if (saved !== null && saved.size > maxDocument) this.end(session, null);
      // The claim of another server may have been announced while Redis was away.
      if (saved === null && this.#cluster !== null) this.#stepDown(session.registration.id, state.epoch + 1);
    }
  }

  /** Runs work one after another. A failure is logged; the next save tries again. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).then(
      () => {
        this.#isStored = true;
      },
      (error) => {
        this.#isStored = false;
        this.#dependencies.warn(error, 'a live session was not stored');
      },
    );
    return this.#work;
  }

  /** How many sessions this process holds that have not ended. */
  get size(): number {
    return [...this.#running.values()].filter(({ session }) => !session.hasEnded).length;
  }

  /** Whether what was to be stored last has been stored. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** Whether this server shares live sessions with others: `off`, or whether it can at the moment. */
  get sharing(): 'off' | 'ok' | 'lost' {
    const { streams } = this.#dependencies;
    return streams === null ? 'off' : streams.isConnected ? 'ok' : 'lost';
  }

  /** Closes every connection, because the server stops, and stores every session. */
  async stop(): Promise<void> {
    for (const { session } of [...this.#running.values(), ...this.#replaced]) session.close();
    await this.#queue(() => this.#save());
    this.#cluster?.close();
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
