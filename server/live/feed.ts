import type { FieldError } from '#contract/api/problem';
import { type LiveOrigin, readPatch, readSnapshot } from '#contract/live/read-document';
import { withRaceControl } from '#contract/race/race-control';
import type { LiveState } from '../domain/live-races.ts';
import { Problem } from '../http/problem.ts';
import { growthOf, maxDocument, sizeOf } from './document-size.ts';
import type { DataMessage } from './merged-message.ts';

/** The result of a message: the number from which messages are missing, or null, and its unusable values. */
interface Received {
  readonly missingFrom: number | null;
  readonly errors: readonly FieldError[];
}

const complete: Received = { missingFrom: null, errors: [] };

/** The state of a feed, as it is stored. */
export type FeedState = Omit<LiveState, 'id'>;

/** The document of a recorder, made of its numbered messages. */
export class Feed {
  #state: FeedState;
  #needsSnapshot: boolean;
  /** The size of the document, in bytes. */
  #size: number;
  readonly #origin: LiveOrigin;

  constructor(state: FeedState, origin: LiveOrigin) {
    this.#origin = origin;
    this.#state = state;
    this.#size = sizeOf(state.document ?? {});
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

  /** Applies a message. One that was applied before is ignored. @throws Problem 413 for a document that is too large. */
  receive(message: DataMessage, now: number): Received {
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
    if (this.#needsSnapshot || document === null || (message.from ?? message.seq) > seq + 1)
      return { ...complete, missingFrom: seq + 1 };
    return this.#apply(message, readPatch(document, message.patch, this.#origin));
  }

  #apply({ seq, t }: DataMessage, { tree: read, errors }: ReturnType<typeof readPatch>): Received {
    const tree = withRaceControl(this.#state.document, read, t);
    const size = this.#size + growthOf(this.#state.document ?? {}, tree);
    if (size > maxDocument)
      throw new Problem(413, 'Content Too Large', `A live document has at most ${maxDocument} bytes.`);
    this.#size = size;
    this.#state = { ...this.#state, seq, document: tree };
    return { missingFrom: null, errors };
  }
}
