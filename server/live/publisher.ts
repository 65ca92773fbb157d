import type { PublisherReply } from '#contract/live-messages';
import type { FieldError } from '#contract/problem';
import { Problem, unauthorized, unavailable } from '../http/problem.ts';
import type { RecorderPlace } from './admission.ts';
import type { Hub } from './hub.ts';
import type { LiveSession, PublisherLink } from './live-session.ts';
import { type ReceivedMessage, readMessage } from './read-message.ts';
import { RecorderWarnings } from './recorder-warnings.ts';

/** A connection that carries text, such as a WebSocket or a TCP connection with lines. */
export interface TextConnection {
  readonly send: (text: string) => void;
  readonly close: (reason: Parameters<PublisherLink['close']>[0] | 'refused') => void;
}

/** Messages of a recorder in one second; it sends about 10 to 60. */
const maxRate = 200;
/** Messages that a recorder may send before it is known. */
const maxPending = 20;

interface PublisherDependencies {
  readonly hub: Hub;
  readonly connection: TextConnection;
  readonly now: () => number;
  readonly place: RecorderPlace;
  /** The session that the address names; null when only the token tells. */
  readonly sessionId: string | null;
}

/** The server's side of a recorder's connection. */
export class Publisher implements PublisherLink {
  readonly #hub: Hub;
  readonly #connection: TextConnection;
  readonly #now: () => number;
  readonly #place: RecorderPlace;
  /** The session that the address names; null when only the token tells. */
  readonly #sessionId: string | null;
  #session: LiveSession | null = null;
  #second = 0;
  #inSecond = 0;
  /** What came while the token was looked up; null while it is not. */
  #pending: ReceivedMessage[] | null = null;
  readonly #warnings = new RecorderWarnings((problem) => this.send({ type: 'warning', problem }));
  #isGone = false;

  constructor({ hub, connection, now, place, sessionId }: PublisherDependencies) {
    this.#hub = hub;
    this.#connection = connection;
    this.#now = now;
    this.#place = place;
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

  /**
   * Takes in one message. A recorder that does not say who it is, or is another one than it says, is refused; what else is
   * wrong with a message is left out.
   */
  receive(text: string): void {
    try {
      this.#limitRate();
      const { message, errors } = readMessage(text);
      if (this.#session === null && this.#pending === null && message?.type !== 'auth') {
        throw unauthorized('The first message must be auth.');
      }
      this.warn(errors);
      if (message === null) return;
      if (this.#pending === null) this.#handle(message);
      else if (this.#pending.length < maxPending) this.#pending.push(message);
      else this.warn([{ path: '', message: 'was sent before ready, with too many others' }]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refuse(error);
    }
  }

  /** Sends the recorder what of its data is not used, at most once a minute. It goes on. */
  warn(errors: readonly FieldError[]): void {
    this.#warnings.add(errors, this.#now());
  }

  #limitRate(): void {
    const second = Math.floor(this.#now() / 1_000);
    this.#inSecond = second === this.#second ? this.#inSecond + 1 : 1;
    this.#second = second;
    if (this.#inSecond > maxRate) throw new Problem(429, 'Too Many Requests', `At most ${maxRate} messages a second.`);
  }

  #handle(message: ReceivedMessage): void {
    if (message.type === 'auth') {
      this.#authenticate(message.token);
      return;
    }
    if (this.#session === null) throw unauthorized('The first message must be auth.');
    if (message.type === 'end') this.#hub.end(this.#session, message.sessionId);
    else this.warn(this.#session.receive(this, message, this.#now()));
  }

  async #authenticate(token: string): Promise<void> {
    this.#pending = [];
    try {
      const session = await this.#hub.findByToken(token);
      if (this.#isGone) return;
      const expectedId = this.#session?.registration.id ?? this.#sessionId;
      const isOther = expectedId !== null && session?.registration.id !== expectedId;
      if (session === null || isOther) throw unauthorized('The token is not valid here.');
      if (this.#session === null && !this.#place.identify(session.registration.userId)) {
        throw new Problem(429, 'Too Many Requests', 'This user has too many recorders.');
      }
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
