import type { FrameDecoder } from '#contract/live/frame-decoder';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { LiveFrame } from './live-decoder.ts';

/** A snapshot; the first one may have only the fields of the tower. */
interface RaceSnapshot extends Extract<ViewerMessage, { type: 'snapshot' }> {
  readonly isPart?: true;
}

/** Data of the race: a snapshot, or the change after it. */
export type RaceData = RaceSnapshot | Extract<ViewerMessage, { type: 'delta' }> | LiveFrame;

/** A copy of the server's live document. Its changes are decoded when it is read. */
export class RaceDocument {
  /** Reads frames; undefined until it is loaded, null where it cannot be. */
  #decoder: FrameDecoder | null | undefined;
  #snapshot: RaceSnapshot | null = null;
  #tree: Tree | null = null;
  #isWhole = false;
  #isBroken = false;

  /** The decoder is loaded beside the page, whose first picture is a snapshot. Null: it could not be loaded. */
  setDecoder(decoder: FrameDecoder | null): void {
    this.#decoder = decoder;
    this.#beginDecoding();
  }

  /** Whether all of the race has been there, and not the first part of it alone. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether a frame can be taken in already. */
  get takesFrames(): boolean {
    return this.#decoder !== undefined;
  }

  /** Takes in the next data, in order. False when it cannot be read: only a snapshot helps then. */
  apply(data: RaceData): boolean {
    if (data.type === 'snapshot') {
      // The document is the tree that the server sent.
      this.#tree = data.document as Tree;
      this.#snapshot = data;
      this.#isWhole ||= !data.isPart;
      this.#isBroken = false;
      this.#beginDecoding();
      return true;
    }
    if (this.#isBroken || (data.type === 'frame' && !this.#decoder)) return false;
    if (data.type === 'delta') {
      this.#tree = applyPatch(this.tree ?? {}, data.patch);
      return true;
    }
    try {
      this.#decoder?.decode(data.bytes);
      return true;
    } catch {
      this.#isBroken = true;
      return false;
    }
  }

  /** Null before the first snapshot. */
  get tree(): Tree | null {
    for (const patch of this.#decoder?.drainChanges() ?? []) this.#tree = applyPatch(this.#tree ?? {}, patch);
    return this.#tree;
  }

  #beginDecoding(): void {
    if (this.#snapshot !== null) this.#decoder?.reset(this.#snapshot.document as Tree, this.#snapshot.motion);
  }
}
