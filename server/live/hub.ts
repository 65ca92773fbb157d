import { unpagedBound } from '#contract/constants';
import type { LiveSummary } from '#contract/live';
import { liveMessageLimit } from '#contract/live-messages';
import { hashToken, isEqualHash, randomToken } from '../auth/secrets.ts';
import { endLive, type LiveRecord, resumeLiveSessions, saveLive } from '../domain/live-sessions.ts';
import type { Storage } from '../storage/open-storage.ts';
import { LiveSession } from './live-session.ts';
import type { Observed } from './outline-learner.ts';
import { Tickets } from './tickets.ts';

interface HubDependencies {
  readonly storage: Storage;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly warn: (error: unknown, text: string) => void;
}

/** The state of every session is stored this often, in ms. */
const saveInterval = 5_000;
/** A session whose recorder does not come back in this time is over, in ms. */
const abandonedAfter = 10 * 60_000;
/** Viewers who come late learn for this long that a session has ended, in ms. */
const overFor = 10 * 60_000;
/** A document that takes more bytes than this as JSON ends its session. */
const maxDocument = 64 * liveMessageLimit;

interface Running {
  readonly session: LiveSession;
  /** The state that is stored. */
  savedState: LiveSession['state'] | null;
  /** Set while the session is being stored for good. */
  isEnding: boolean;
  endedAt: number;
}

/** All live sessions of this process. */
export class Hub {
  readonly #dependencies: HubDependencies;
  readonly #running = new Map<string, Running>();
  readonly #byToken = new Map<string, LiveSession>();
  readonly #tickets = new Tickets();
  #savedAt = 0;
  #isStored = true;
  #work: Promise<void> = Promise.resolve();

  constructor(dependencies: HubDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes up the sessions that had not ended when the server stopped. */
  async resume(): Promise<void> {
    const { storage } = this.#dependencies;
    for (const record of await storage.transaction((transaction) => resumeLiveSessions(transaction)))
      this.#open(record);
  }

  /** A session was registered, or taken over by its user. */
  register(record: LiveRecord): void {
    const running = this.#running.get(record.id);
    if (running === undefined || running.session.hasEnded) {
      this.#open(record);
      return;
    }
    const { session } = running;
    this.#byToken.delete(session.registration.tokenHash);
    session.takeOver(record, record.epoch);
    this.#byToken.set(record.tokenHash, session);
  }

  #open(record: LiveRecord): void {
    const { epoch, seq, document, lastDataAt } = record;
    const dataAt = lastDataAt === null ? null : Date.parse(lastDataAt);
    const session = new LiveSession(record, { epoch, seq, document, dataAt }, this.#dependencies.now());
    this.#running.set(record.id, { session, savedState: session.state, isEnding: false, endedAt: 0 });
    this.#byToken.set(record.tokenHash, session);
  }

  find(id: string): LiveSession | null {
    return this.#running.get(id)?.session ?? null;
  }

  /** The session that a recorder's token was given for. */
  findByToken(token: string): LiveSession | null {
    // The lookup compares hashes, which say nothing about the token.
    const session = this.#byToken.get(hashToken(token)) ?? null;
    return session === null || session.hasEnded ? null : session;
  }

  /** The session that a user registered last and that has not ended. */
  findCurrentOf(userId: string): LiveSession | null {
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
  list(userId?: string): LiveSummary[] {
    return this.#listRunning()
      .filter((session) => userId === undefined || session.registration.userId === userId)
      .slice(0, unpagedBound)
      .map((session) => session.summary());
  }

  /** The documents of the sessions that recorders publish now. */
  observed(): Observed[] {
    return [...this.#running.values()].flatMap(({ session }) => {
      const { document } = session.state;
      if (document === null || session.hasEnded) return [];
      const { id, keyHash } = session.registration;
      // The tree of a feed is a live document.
      return [{ id, isPrivate: keyHash !== null, document: document as Observed['document'] }];
    });
  }

  /** Whether a key opens a session; every key opens a public one. */
  isOpenedBy(session: LiveSession, key: string | undefined): boolean {
    const { keyHash } = session.registration;
    return keyHash === null || (key !== undefined && isEqualHash(hashToken(key), keyHash));
  }

  createTicket(session: LiveSession): { ticket: string; expiresAt: string } {
    return this.#tickets.create(session.registration.id, this.#dependencies.now());
  }

  /** Whether a viewer may watch a session. A ticket is used up by this. */
  mayWatch(session: LiveSession, { ticket, key }: { readonly ticket?: string; readonly key?: string }): boolean {
    const { id } = session.registration;
    const hasTicket = ticket !== undefined && this.#tickets.redeem(ticket, id, this.#dependencies.now());
    return hasTicket || this.isOpenedBy(session, key);
  }

  /** Ends a session: stores it, and tells its viewers where. `sessionId` is the stored session that its recorder names. */
  end(session: LiveSession, sessionId: string | null): Promise<void> {
    const running = this.#running.get(session.registration.id);
    if (running === undefined || running.session !== session || running.isEnding || session.hasEnded) return this.#work;
    running.isEnding = true;
    return this.#queue(async () => {
      const { storage, now } = this.#dependencies;
      const { id, userId } = session.registration;
      const ending = { ...session.state, id, userId, sessionId, now: new Date(now()).toISOString() };
      try {
        session.end(await endLive(storage, ending), now());
        running.endedAt = now();
        this.#byToken.delete(session.registration.tokenHash);
      } finally {
        // A failed ending is tried again by its recorder, or when it is given up.
        running.isEnding = false;
      }
    });
  }

  /** Ends the session of a user that an upload belongs to. */
  endByUpload(userId: string, liveId: string, sessionId: string): void {
    const session = this.find(liveId);
    if (session?.registration.userId === userId) this.end(session, sessionId);
  }

  /** Forgets the sessions of a user whose account was deleted. */
  remove(userId: string): void {
    for (const [id, { session }] of this.#running) {
      if (session.registration.userId !== userId) continue;
      session.end(null, this.#dependencies.now());
      session.close();
      this.#running.delete(id);
      this.#byToken.delete(session.registration.tokenHash);
    }
  }

  /** Passes on what is due, in all sessions. Called ten times a second. */
  tick(): void {
    const now = this.#dependencies.now();
    for (const { session } of this.#running.values()) session.tick(now);
    if (now - this.#savedAt < saveInterval) return;
    this.#savedAt = now;
    this.#cleanUp(now);
    this.#queue(() => this.#save());
  }

  /** Ends sessions whose recorder did not come back, and forgets those that ended long ago. */
  #cleanUp(now: number): void {
    for (const [id, { session, endedAt }] of this.#running) {
      const heardAt = session.state.dataAt ?? Date.parse(session.registration.startedAt);
      if (!session.hasEnded && now - heardAt > abandonedAfter) this.end(session, null);
      if (session.isOver && now - endedAt > overFor) this.#running.delete(id);
    }
  }

  async #save(): Promise<void> {
    for (const running of this.#running.values()) {
      const { session } = running;
      const { state } = session;
      if (state === running.savedState || session.hasEnded) continue;
      const size = await saveLive(this.#dependencies.storage.database, { id: session.registration.id, ...state });
      running.savedState = state;
      if (size > maxDocument) this.end(session, null);
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

  /** Whether what was to be stored last has been stored. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** Closes every connection, because the server stops, and stores every session. */
  async stop(): Promise<void> {
    for (const { session } of this.#running.values()) session.close();
    await this.#queue(() => this.#save());
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
