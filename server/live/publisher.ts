import * as v from 'valibot';
import { PublisherMessage, type PublisherReply } from '#contract/live-messages';
import { invalid, Problem, unauthorized, unavailable } from '../http/problem.ts';
import type { Hub } from './hub.ts';
import type { LiveSession, PublisherLink } from './live-session.ts';

/** A connection that carries text, such as a WebSocket or a TCP connection with lines. */
export interface TextConnection {
  readonly send: (text: string) => void;
  readonly close: (reason: Parameters<PublisherLink['close']>[0] | 'refused') => void;
}

/** Messages of a recorder in one second; it sends about 10 to 60. */
const maxRate = 200;
/** Messages that a recorder may send before it is known. */
const maxPending = 20;

/** The server's side of a recorder's connection. */
export class Publisher implements PublisherLink {
  readonly #hub: Hub;
  readonly #connection: TextConnection;
  readonly #now: () => number;
  /** The session that the address names; null when only the token tells. */
  readonly #sessionId: string | null;
  #session: LiveSession | null = null;
  #second = 0;
  #inSecond = 0;
  /** What came while the token was looked up; null while it is not. */
  #pending: PublisherMessage[] | null = null;
  #isGone = false;

  constructor(hub: Hub, connection: TextConnection, now: () => number, sessionId: string | null) {
    this.#hub = hub;
    this.#connection = connection;
    this.#now = now;
    this.#sessionId = sessionId;
  }

  get isKnown(): boolean {
    return this.#session !== null;
  }

  send(reply: PublisherReply): void {
    this.#connection.send(JSON.stringify(reply));
  }

  close(reason: Parameters<PublisherLink['close']>[0]): void {
    if (reason === 'replaced') {
      this.refuse(new Problem(409, 'Conflict', 'Another recorder has taken over this session.'));
      return;
    }
    this.#connection.close(reason);
  }

  /** Takes in one message. Whatever is wrong with it ends the connection. */
  receive(text: string): void {
    try {
      this.#limitRate();
      const message = parseMessage(text);
      if (this.#pending === null) this.#handle(message);
      else if (this.#pending.push(message) > maxPending) throw new Problem(429, 'Too Many Requests', 'Wait for ready.');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refuse(error);
    }
  }

  #limitRate(): void {
    const second = Math.floor(this.#now() / 1_000);
    this.#inSecond = second === this.#second ? this.#inSecond + 1 : 1;
    this.#second = second;
    if (this.#inSecond > maxRate) throw new Problem(429, 'Too Many Requests', `At most ${maxRate} messages a second.`);
  }

  #handle(message: PublisherMessage): void {
    if (message.type === 'auth') {
      this.#authenticate(message.token);
      return;
    }
    if (this.#session === null) throw unauthorized('The first message must be auth.');
    if (message.type === 'end') this.#hub.end(this.#session, message.sessionId ?? null);
    else this.#session.receive(this, message, this.#now());
  }

  async #authenticate(token: string): Promise<void> {
    this.#pending = [];
    try {
      const session = await this.#hub.findByToken(token);
      if (this.#isGone) return;
      const isOther = this.#sessionId !== null && session?.registration.id !== this.#sessionId;
      if (session === null || isOther || this.#session !== null) throw unauthorized('The token is not valid here.');
      this.#session = session;
      session.attach(this, this.#now());
      const pending = this.#pending;
      this.#pending = null;
      for (const message of pending) this.#handle(message);
    } catch (error) {
      this.refuse(error instanceof Problem ? error : unavailable(error));
    }
  }

  /** Tells the recorder why, and closes. */
  refuse({ status, title, message: detail, errors }: Problem): void {
    this.left();
    const problem = {
      type: 'about:blank',
      title,
      status,
      detail,
      ...(errors === undefined ? {} : { errors: [...errors] }),
    };
    this.send({ type: 'refused', problem });
    this.#connection.close('refused');
  }

  /** The connection is closed. */
  left(): void {
    this.#isGone = true;
    this.#session?.detach(this);
  }
}

function parseMessage(text: string): PublisherMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ path: '', message: 'must be valid JSON' }]);
  }
  const result = v.safeParse(PublisherMessage, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalid([{ path: v.getDotPath(issue) ?? '', message: issue.message.slice(0, 200) }]);
}
