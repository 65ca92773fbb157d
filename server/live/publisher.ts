import type { FieldError } from '#contract/api/problem';
import type { PublisherReply } from '#contract/live/publisher-messages';
import { Problem, unauthorized, unavailable } from '../http/problem.ts';
import type { RecorderPlace } from './admission.ts';
import { maxDocument } from './document-size.ts';
import type { Hub } from './hub.ts';
import type { LiveRace, PublisherLink } from './live-race.ts';
import { type DataMessage, mergeMessages } from './merged-message.ts';
import { type ReceivedMessage, readMessage } from './read-message.ts';
import type { RecorderBudget } from './recorder-budgets.ts';
import { RecorderWarnings } from './recorder-warnings.ts';

/** A connection that carries text, such as a WebSocket or a TCP connection with lines. */
export interface TextConnection {
  readonly send: (text: string) => void;
  readonly close: (reason: Exclude<Parameters<PublisherLink['close']>[0], 'replaced' | 'removed'> | 'refused') => void;
}

/** Messages of a recorder in one second; it sends about 10 to 60. */
const maxRate = 200;
/** Said to a recorder whose messages are merged. */
const overBudget = 'sent more than 256 kB a second, or what takes long: messages were merged';
/** Messages that a recorder may send before it is known. */
const maxPending = 20;

interface PublisherDependencies {
  readonly hub: Hub;
  readonly connection: TextConnection;
  readonly now: () => number;
  readonly place: RecorderPlace;
  /** The live race in the address; null when only the token names it. */
  readonly sessionId: string | null;
}

/** The server's side of a recorder's connection. */
export class Publisher implements PublisherLink {
  readonly #dependencies: PublisherDependencies;
  #liveRace: LiveRace | null = null;
  #second = 0;
  #inSecond = 0;
  /** Messages that came while the token is looked up; null otherwise. */
  #pending: ReceivedMessage[] | null = null;
  readonly #warnings = new RecorderWarnings((problem) => this.send({ type: 'warning', problem }));
  #budget: RecorderBudget | null = null;
  /** Data that waits for the budget, merged into one message. */
  #merged: DataMessage | null = null;
  /** Characters of the messages that were merged. */
  #mergedSize = 0;
  #isGone = false;

  constructor(dependencies: PublisherDependencies) {
    this.#dependencies = dependencies;
  }

  get isIdentified(): boolean {
    return this.#liveRace !== null;
  }

  send(reply: PublisherReply): void {
    this.#dependencies.connection.send(JSON.stringify(reply));
  }

  close(reason: Parameters<PublisherLink['close']>[0]): void {
    if (reason === 'replaced') {
      this.refuse(new Problem(409, 'Conflict', 'Another recorder has taken over this session.'));
      return;
    }
    if (reason === 'removed') {
      this.refuse(unauthorized('This recorder was removed from its account.'));
      return;
    }
    this.#dependencies.connection.close(reason);
  }

  /**
   * Takes in one message. A recorder that does not say who it is, or is another one than it says, is refused; what else is
   * wrong with a message is left out.
   */
  receive(text: string): void {
    this.#measure(text.length, () => {
      this.#limitRate();
      const { message, errors } = readMessage(text);
      if (this.#merged !== null) this.#mergedSize += text.length;
      if (this.#mergedSize > maxDocument) throw new Problem(429, 'Too Many Requests', 'Far too much data at once.');
      if (this.#liveRace === null && this.#pending === null && message?.type !== 'auth') {
        throw unauthorized('The first message must be auth.');
      }
      this.warn(errors);
      if (message === null) return;
      if (this.#pending === null) this.#handle(message);
      else if (this.#pending.length < maxPending) this.#pending.push(message);
      else this.warn([{ path: '', message: 'was sent before ready, with too many others' }]);
    });
  }

  /** Does work for the recorder and counts it. An error ends the connection. */
  #measure(bytes: number, work: () => void): void {
    const start = performance.now();
    try {
      work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // The document is too large: the live race ends with the last one that fits.
      if (error.status === 413 && this.#liveRace !== null) this.#dependencies.hub.end(this.#liveRace, null);
      this.refuse(error);
    } finally {
      this.#budget?.spend({ bytes, time: performance.now() - start });
    }
  }

  /** Sends the recorder what of its data is not used, at most once a minute. It goes on. */
  warn(errors: readonly FieldError[]): void {
    this.#warnings.add(errors, this.#dependencies.now());
  }

  #limitRate(): void {
    const second = Math.floor(this.#dependencies.now() / 1_000);
    this.#inSecond = second === this.#second ? this.#inSecond + 1 : 1;
    this.#second = second;
    if (this.#inSecond > maxRate) throw new Problem(429, 'Too Many Requests', `At most ${maxRate} messages a second.`);
  }

  #handle(message: ReceivedMessage): void {
    if (message.type === 'auth') {
      this.#authenticate(message.token);
      return;
    }
    if (this.#liveRace === null) throw unauthorized('The first message must be auth.');
    if (message.type === 'end') {
      this.#applyMerged();
      this.#dependencies.hub.end(this.#liveRace, message.sessionId);
    } else if (this.#merged === null && this.#budget?.isUsedUp() !== true) this.#apply(message);
    else this.#merge(this.#liveRace, message);
  }

  #apply(message: DataMessage): void {
    if (this.#liveRace !== null) this.warn(this.#liveRace.receive(this, message, this.#dependencies.now()));
  }

  #merge({ state }: LiveRace, message: DataMessage): void {
    const { seq } = this.#merged ?? state;
    if (message.seq <= seq) return;
    if (message.type === 'patch' && message.seq > seq + 1) {
      this.send({ type: 'resend', from: seq + 1 });
      return;
    }
    this.#merged = this.#merged === null ? message : mergeMessages(this.#merged, message, state.document);
    this.warn([{ path: '', message: overBudget }]);
  }

  #applyMerged(): void {
    const merged = this.#merged;
    this.#merged = null;
    this.#mergedSize = 0;
    if (merged !== null) this.#apply(merged);
  }

  flush(): void {
    if (this.#merged !== null && this.#budget?.isUsedUp() !== true) this.#measure(0, () => this.#applyMerged());
  }

  spend(time: number): void {
    this.#budget?.spend({ bytes: 0, time });
  }

  async #authenticate(token: string): Promise<void> {
    this.#pending = [];
    try {
      const liveRace = await this.#dependencies.hub.findByToken(token);
      if (this.#isGone) return;
      const expectedId = this.#liveRace?.registration.id ?? this.#dependencies.sessionId;
      const isOther = expectedId !== null && liveRace?.registration.id !== expectedId;
      if (liveRace === null || isOther) throw unauthorized('The token is not valid here.');
      if (this.#liveRace === null && !this.#dependencies.place.identify(liveRace.registration.userId)) {
        throw new Problem(429, 'Too Many Requests', 'This user has too many recorders.');
      }
      this.#liveRace = liveRace;
      this.#budget ??= this.#dependencies.hub.budgets.open(liveRace.registration.userId);
      liveRace.attach(this, this.#dependencies.now());
      const pending = this.#pending;
      this.#pending = null;
      for (const message of pending) this.#handle(message);
    } catch (error) {
      this.refuse(error instanceof Problem ? error : unavailable(error));
    }
  }

  /** Sends the recorder the reason, and closes. */
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
    this.#dependencies.connection.close('refused');
  }

  /** The connection is closed. */
  left(): void {
    this.#isGone = true;
    this.#budget?.close();
    this.#budget = null;
    this.#liveRace?.detach(this);
  }
}
