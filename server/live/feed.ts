import { findMissing, treeOf } from '#contract/live-document';
import type { PublisherMessage } from '#contract/live-messages';
import { applyPatch, type Tree } from '#contract/merge-patch';
import { invalid } from '../http/problem.ts';

type Data = Extract<PublisherMessage, { type: 'snapshot' | 'patch' }>;

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

  constructor(state: FeedState) {
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

  /**
   * Applies a message. Returns null, or the number from which messages are missing. A message that was applied before is
   * ignored. @throws Problem 400 when a patch would not leave a live document.
   */
  receive(message: Data, now: number): number | null {
    const { seq } = this.#state;
    this.#state = { ...this.#state, dataAt: now };
    if (message.seq <= seq) return null;
    if (message.type === 'snapshot') {
      this.#needsSnapshot = false;
      this.#state = { ...this.#state, seq: message.seq, document: treeOf(message.document) };
      return null;
    }
    const { document } = this.#state;
    if (this.#needsSnapshot || document === null || message.seq > seq + 1) return seq + 1;
    const patched = applyPatch(document, message.patch);
    const missing = findMissing(patched, message.patch);
    if (missing !== null) throw invalid([{ path: `patch.${missing}`, message: 'must not be absent' }]);
    this.#state = { ...this.#state, seq: message.seq, document: patched };
    return null;
  }
}
