import type { UploadedSession } from '#contract/entities/session-version';
import { type Destination, ServerRefused } from '../call-server.ts';
import { uploadSession } from '../upload.ts';
import type { PendingUpload, Spool } from './spool.ts';

interface UploaderOptions {
  readonly spool: Spool;
  /** Where sessions are uploaded to; null while the recorder has no token. */
  readonly destination: () => Destination | null;
  /** The server has a session: `path` has the packets of one of which it kept another version, and is null otherwise. */
  readonly onUploaded: (
    pending: PendingUpload,
    stored: Pick<UploadedSession, 'id' | 'uploadResult'>,
    path: string | null,
  ) => void;
  /** The server will not store a session; it stays in a file. */
  readonly onRefused: (pending: PendingUpload, reason: string, path: string) => void;
}

/** Refusals of this attempt: the body came too slowly, another change was in progress. */
const temporary: ReadonlySet<number | null> = new Set([408, 409]);
/** The first and the longest wait between two tries, in ms. */
const waits = { first: 1_000, longest: 30_000 } as const;

/** Uploads sessions one after another, until the server has stored each. The queue is in the spool and in memory. */
export class Uploader {
  readonly #options: UploaderOptions;
  readonly #waiting: PendingUpload[] = [];
  /** The sessions that could not be written to the spool. */
  readonly #unwritten = new Set<PendingUpload>();
  #isSending = false;
  /** It was asked to send while it was sending. */
  #isDue = false;
  readonly #closing = new AbortController();
  #failures = 0;
  #failure: string | null = null;
  #refusedToken: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /** Continues with the spool. */
  open(): void {
    this.#waiting.push(...this.#options.spool.listPending());
    this.send();
  }

  /** How many sessions wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Why the last try failed, or null. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Whether the last try failed because the server does not accept the token, which is still the same. */
  get isTokenRefused(): boolean {
    return this.#refusedToken !== null && this.#refusedToken === this.#options.destination()?.token;
  }

  /** Uploads a session, now or as soon as that is possible. */
  add(pending: PendingUpload): void {
    const { spool } = this.#options;
    if (spool.isUploaded(pending) || this.#waiting.some(({ key }) => key === pending.key)) return;
    if (spool.writePending(pending) !== null) this.#unwritten.add(pending);
    this.#waiting.push(pending);
    this.send();
  }

  /** Begins to send what waits, without a further wait. */
  send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isSending) this.#isDue = true;
    else if (!this.#closing.signal.aborted) void this.#sendAll();
  }

  /** Stops. The next start continues with the spool. */
  close(): void {
    this.#closing.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#writeAgain();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    this.#isDue = false;
    try {
      this.#writeAgain();
      for (let next = this.#waiting[0]; next !== undefined && !this.#closing.signal.aborted; next = this.#waiting[0]) {
        const destination = this.#options.destination();
        if (destination === null) return;
        await this.#sendOne(next, destination);
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        this.#unwritten.delete(next);
      }
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      this.#failure = error.message;
      this.#sendLater();
    } finally {
      this.#isSending = false;
      if (this.#isDue) this.send();
    }
  }

  /** @throws ServerRefused when it is to be tried again. */
  async #sendOne(pending: PendingUpload, destination: Destination): Promise<void> {
    const { spool, onUploaded, onRefused } = this.#options;
    try {
      const stored = await uploadSession(pending.upload, destination, {
        key: pending.key,
        signal: this.#closing.signal,
      });
      this.#failures = 0;
      this.#failure = null;
      this.#refusedToken = null;
      const isKept = stored.uploadResult === 'kept';
      if (!isKept) spool.markUploaded(pending, stored.id);
      onUploaded(pending, stored, isKept ? spool.markKept(pending) : null);
    } catch (error) {
      this.#refusedToken = error instanceof ServerRefused && error.isOfToken ? destination.token : null;
      if (!(error instanceof ServerRefused) || error.isFinal || temporary.has(error.status)) throw error;
      onRefused(pending, error.message, spool.markRefused(pending));
    }
  }

  #sendLater(): void {
    if (this.#closing.signal.aborted) return;
    const wait = Math.min(waits.longest, waits.first * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.send(), wait * (0.5 + Math.random() / 2));
    this.#timer.unref();
  }

  #writeAgain(): void {
    for (const pending of this.#unwritten)
      if (this.#options.spool.writePending(pending) === null) this.#unwritten.delete(pending);
  }
}
