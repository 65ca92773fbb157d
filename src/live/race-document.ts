import { FrameDecoder } from '#contract/live/frame-decoder';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { LiveFrame } from './live-decoder.ts';

/** Data of the race: a snapshot, or the change after it. */
export type RaceData = Extract<ViewerMessage, { type: 'snapshot' | 'delta' }> | LiveFrame;

/** A live document that follows the server's. Changes are worked out when it is read. */
export class RaceDocument {
  readonly #decoder = new FrameDecoder();
  #tree: Tree | null = null;
  #isBroken = false;

  /** Takes in the next data, in order. False when it cannot be read: only a snapshot helps then. */
  apply(data: RaceData): boolean {
    if (data.type === 'snapshot') {
      // The document is the tree that the server sent.
      this.#tree = data.document as Tree;
      this.#decoder.reset(this.#tree, data.motion);
      this.#isBroken = false;
      return true;
    }
    if (this.#isBroken) return false;
    if (data.type === 'delta') {
      this.#tree = applyPatch(this.tree ?? {}, data.patch);
      return true;
    }
    try {
      this.#decoder.decode(data.bytes);
      return true;
    } catch {
      this.#isBroken = true;
      return false;
    }
  }

  /** Null before the first snapshot. */
  get tree(): Tree | null {
    for (const patch of this.#decoder.drainChanges()) this.#tree = applyPatch(this.#tree ?? {}, patch);
    return this.#tree;
  }
}
