import { type LiveOrigin, readPatch, readSnapshot } from '#contract/live-reading';
import type { Tree } from '#contract/merge-patch';
import type { FieldError } from '#contract/problem';
import type { ReceivedMessage } from './read-message.ts';

type Data = Extract<ReceivedMessage, { readonly seq: number }>;

/** What became of a message: the number from which messages are missing, or null, and what of it was not used. */
interface Received {
  readonly missingFrom: number | null;
  readonly errors: readonly FieldError[];
}

const complete: Received = { missingFrom: null, errors: [] };

/** The state of a feed, as it is stored. */
export interface FeedState {
  readonly epoch: number;
  /** The last message that was applied. */
  readonly seq: number;
  /** Null before the first snapshot. */
  readonly document: Tree | null;
  /** When the recorder last sent anything, in ms since 1970; null when it never did. */
  readonly dataAt: number | null;
}

/** What a recorder has sent: its numbered messages make one document. */
export class Feed {
  #state: FeedState;
  #needsSnapshot: boolean;
  readonly #origin: LiveOrigin;

  constructor(state: FeedState, origin: LiveOrigin) {
    this.#origin = origin;
    this.#state = state;
    this.#needsSnapshot = state.seq === 0;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** A recorder begins anew. The old document stays until its first snapshot. */
  restart(epoch: number): void {
    this.#state = { ...this.#state, epoch, seq: 0 };
    this.#needsSnapshot = true;
  }

  /** Applies a message. One that was applied before is ignored. */
  receive(message: Data, now: number): Received {
    const { seq } = this.#state;
    this.#state = { ...this.#state, dataAt: now };
    if (message.seq <= seq) return complete;
    if (message.type === 'snapshot') {
      const read = readSnapshot(message.document, this.#origin);
      if (read === null) return { missingFrom: null, errors: [{ path: 'document', message: 'must be an object' }] };
      this.#needsSnapshot = false;
      return this.#apply(message, read);
    }
    const { document } = this.#state;
    if (this.#needsSnapshot || document === null || message.seq > seq + 1) return { ...complete, missingFrom: seq + 1 };
    return this.#apply(message, readPatch(document, message.patch, this.#origin));
  }

  #apply({ seq }: Data, { tree, errors }: ReturnType<typeof readPatch>): Received {
    this.#state = { ...this.#state, seq, document: tree };
    return { missingFrom: null, errors };
  }
}
