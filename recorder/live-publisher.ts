// One piece: the connection of a recorder to the server, from registering to its end.

import * as v from 'valibot';
import { addressOf } from '#contract/api/address';
import type { Problem } from '#contract/api/problem';
import { registerLive } from '#contract/calls/recorders';
import { LiveRegistration } from '#contract/entities/live-registration';
import { type LiveDocument, treeOf } from '#contract/live/document';
import { createPatch, isEmpty, type Tree } from '#contract/live/merge-patch';
import { type PublisherMessage, PublisherReply } from '#contract/live/publisher-messages';
import { liveCloseCodes } from '#contract/live/viewer-messages';
import { connectTimeout, waitBefore } from './backoff.ts';
import { callServer, ServerRefused } from './call-server.ts';
import { connectLive, type LiveConnection } from './live-connection.ts';
import { splitDocument, splitPatch } from './live-messages.ts';
import { isFatal, reasonIn } from './live-refusal.ts';

interface PublisherOptions {
  readonly server: string;
  /** A token of the user, asked for at every registration. */
  readonly token: () => Promise<string>;
  /** The id of the live session, a UUID. */
  readonly id: string;
  /** The viewers' key; without one the session is public. */
  readonly key?: string;
  /** How much later viewers see the session, in s. */
  readonly delaySeconds?: number;
  /** Publishes over TCP instead of a WebSocket. */
  readonly useTcp?: boolean;
  /** Changes the address that the server names, where it is another one from here. For TCP its host is changed. */
  readonly publishUrl?: (url: string) => string;
  readonly warn: (text: string) => void;
}

/** How long to wait for the answer to a registration, in ms. */
const registrationTimeout = 5_000;
/** An empty patch is sent after this time without another message, in ms. */
const heartbeat = 1_000;
/** The server answers every second; without an answer for so long a connection is dead, though nothing has closed it, in ms. */
const longestSilence = 5_000;
/** How long a connection may take to close, in ms. */
const closeTimeout = 1_000;
/** An end that is not confirmed is sent again at this interval, in ms. */
const endInterval = 5_000;
/** While more than this waits to be sent, in bytes, changes are collected. */
const maxWaiting = 256 * 1024;

type Data = { readonly tree: Tree; readonly t: number };

/**
 * Publishes a live session: registers it, sends the document and then its changes, and connects again whenever the
 * connection is lost. A server that misses something gets a new snapshot.
 */
export class LivePublisher {
  readonly #options: PublisherOptions;
  #connection: LiveConnection | null = null;
  #registration: LiveRegistration | null = null;
  #isReady = false;
  /** When the server last answered, or was connected to. */
  #answeredAt = 0;
  #seq = 0;
  #latest: Data | null = null;
  /** The state of the server; null before the first snapshot of a connection. */
  #sent: Tree | null = null;
  #sentAt = 0;
  /** Since when the server cannot be used; null while it takes data. */
  #awaySince: number | null = null;
  /** Tries to connect in turn that nobody answered. */
  #unanswered = 0;
  /** Refusals since the server last took data. A temporary refusal, as during the server's start, does not count. */
  #refusals = 0;
  #refusal: string | null = null;
  #isTokenRefused = false;
  #isIdTaken = false;
  #isOver = false;
  #ending: { readonly sessionId: string | undefined; readonly done: () => void } | null = null;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Whether the server takes data at the moment. */
  get isLive(): boolean {
    return this.#isReady;
  }

  /** Why the server takes no data, or null. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Whether the last registration was refused because of the user's token. */
  get isTokenRefused(): boolean {
    return this.#isTokenRefused;
  }

  /** Whether the last registration was refused because the id is that of another user's session. */
  get isIdTaken(): boolean {
    return this.#isIdTaken;
  }

  /** Whether nothing more is published: it was stopped, has ended, or was refused for good. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Registers the session and connects. @throws ServerRefused when it cannot be registered. */
  async start(): Promise<void> {
    await this.#register();
    this.#connect();
    this.#timers.add(setInterval(() => this.#keepAlive(), heartbeat));
  }

  /** Registers the session and connects, as soon as the server can be reached and permits it. */
  open(): void {
    this.#timers.add(setInterval(() => this.#keepAlive(), heartbeat));
    void this.#reconnect();
  }

  /** The document as it is now; `t` in ms since the start of the session. Only its changes are sent. */
  update(document: LiveDocument, t: number): void {
    this.#latest = { tree: treeOf(document), t: Math.max(0, Math.round(t)) };
    this.#flush();
  }

  /** Ends the session: the server stores it, or `sessionId` names where it is stored. Resolves once that is done. */
  end(sessionId?: string): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      this.#ending = { sessionId, done: resolve };
      this.#sendEnd();
      this.#timers.add(setInterval(() => this.#sendEnd(), endInterval));
    });
  }

  /** Stops publishing. The session goes on when another recorder of its user registers it. */
  stop(): void {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#isReady = false;
    const connection = this.#connection;
    connection?.close();
    // One that is not answered any more would keep the process for half a minute.
    setTimeout(() => connection?.drop(), closeTimeout).unref();
    this.#ending?.done();
  }

  async #register(): Promise<void> {
    const { server, token, id, key, delaySeconds, useTcp } = this.#options;
    const headers = key === undefined ? {} : { 'X-Session-Key': key };
    const call = { method: 'POST', headers, answer: LiveRegistration, timeout: registrationTimeout };
    const query = {
      ...(delaySeconds === undefined ? {} : { delaySeconds: String(delaySeconds) }),
      ...(useTcp === true ? { useTcp: 'true' } : {}),
    };
    const address = addressOf(registerLive, { id }, query);
    this.#registration = await callServer(address, { server, token: await token() }, call);
  }

  #connect(): void {
    const publish = this.#registration?.publish;
    if (publish === undefined || this.#isOver) return;
    const target = reachableFrom(publish, this.#options.publishUrl);
    let isOpen = false;
    const connection = connectLive(target, {
      onOpen: () => {
        isOpen = true;
        this.#unanswered = 0;
        connection.send(JSON.stringify({ type: 'auth', token: publish.token }));
      },
      onText: (text) => this.#receive(text),
      onClose: (code) => this.#closed(code),
    });
    this.#connection = connection;
    this.#answeredAt = Date.now();
    // It may have been tried before the server was there.
    this.#later(connectTimeout(this.#unanswered), () => {
      if (isOpen || this.#connection !== connection) return;
      this.#unanswered += 1;
      connection.drop();
    });
  }

  #receive(text: string): void {
    this.#answeredAt = Date.now();
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), PublisherReply), text);
    // A newer server may have more to say.
    if (!result.success) return;
    const reply = result.output;
    if (reply.type === 'ready') {
      this.#isReady = true;
      this.#awaySince = null;
      this.#refusal = null;
      this.#isTokenRefused = false;
      this.#isIdTaken = false;
      this.#seq = reply.seq;
      this.#sent = null;
      this.#flush();
      this.#sendEnd();
    }
    if (reply.type === 'ack') this.#refusals = 0;
    if (reply.type === 'resend') {
      this.#sent = null;
      this.#flush();
    }
    if (reply.type === 'warning') this.#warn(reasonIn(reply.problem));
    if (reply.type === 'refused') this.#refused(reply.problem);
  }

  #refused(problem: Problem): void {
    if (problem.status === 401) {
      // The token is that of an earlier registration.
      this.#registration = null;
      return;
    }
    this.#warn(reasonIn(problem));
    this.#refusal = reasonIn(problem);
    if ((problem.status ?? 0) < 500) this.#refusals += 1;
    if (isFatal(problem)) this.stop();
  }

  #warn(text: string): void {
    this.#options.warn(`live session ${this.#options.id}: ${text}`);
  }

  #closed(code: number | null): void {
    this.#connection = null;
    // Over TCP the end is confirmed by closing.
    const hasEnded = code === liveCloseCodes.ended || (code === null && this.#isReady && this.#ending !== null);
    this.#isReady = false;
    if (hasEnded) this.stop();
    if (this.#isOver) return;
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    this.#awaySince ??= Date.now();
    this.#later(waitBefore(Date.now() - this.#awaySince, this.#refusals), () => this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    try {
      if (this.#registration === null) await this.#register();
      this.#connect();
    } catch (error) {
      const isRefusal = error instanceof ServerRefused && error.status !== null && error.status < 500;
      if (isRefusal) this.#refusals += 1;
      this.#isTokenRefused = error instanceof ServerRefused && error.isOfToken;
      this.#isIdTaken = error instanceof ServerRefused && error.status === 403;
      // Other errors: an address that the server names is none.
      this.#refusal = error instanceof Error ? error.message : String(error);
      this.#warn(this.#refusal);
      this.#reconnectLater();
    }
  }

  #later(milliseconds: number, work: () => void): void {
    if (this.#isOver) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#isOver) work();
    }, milliseconds);
    this.#timers.add(timer);
  }

  /** Sends the changes since the last message. */
  #flush(): void {
    const latest = this.#latest;
    if (latest === null || !this.#isReady || (this.#connection?.waiting() ?? 0) > maxWaiting) return;
    const { tree, t } = latest;
    if (this.#sent === null) {
      const { snapshot, patches } = splitDocument(tree);
      this.#send({ type: 'snapshot', seq: this.#seq + 1, t, document: documentOf(snapshot) });
      for (const patch of patches) this.#send({ type: 'patch', seq: this.#seq + 1, t, patch });
    } else {
      const change = createPatch(this.#sent, tree);
      if (isEmpty(change)) return;
      for (const patch of splitPatch(change)) this.#send({ type: 'patch', seq: this.#seq + 1, t, patch });
    }
    this.#sent = tree;
  }

  #keepAlive(): void {
    if (this.#connection !== null && Date.now() - this.#answeredAt > longestSilence) {
      // A ready connection that closes over TCP has ended.
      this.#isReady = false;
      this.#connection.drop();
      return;
    }
    if (this.#latest === null || !this.#isReady || this.#sent === null) return;
    this.#flush();
    if (Date.now() - this.#sentAt < heartbeat) return;
    this.#send({ type: 'patch', seq: this.#seq + 1, t: this.#latest.t, patch: {} });
  }

  #sendEnd(): void {
    if (this.#ending === null || !this.#isReady) return;
    const { sessionId } = this.#ending;
    this.#send({ type: 'end', ...(sessionId === undefined ? {} : { sessionId }) });
  }

  #send(message: PublisherMessage): void {
    if ('seq' in message) this.#seq = message.seq;
    this.#sentAt = Date.now();
    this.#connection?.send(JSON.stringify(message));
  }
}

/** The address that a server names, as this computer can reach it. */
function reachableFrom(publish: LiveRegistration['publish'], publishUrl: PublisherOptions['publishUrl']) {
  if (publishUrl === undefined) return publish;
  if (publish.transport === 'ws') return { ...publish, url: publishUrl(publish.url) };
  const host = publish.host.includes(':') ? `[${publish.host}]` : publish.host;
  return { ...publish, host: new URL(publishUrl(`ws://${host}/`)).hostname.replace(/^\[|\]$/g, '') };
}

/** The first part of a live document is one as well: it has every value that must not be absent. */
function documentOf(tree: Tree): LiveDocument {
  return tree as unknown as LiveDocument;
}
