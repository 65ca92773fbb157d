import { documentOf } from '#contract/live/first-part';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { RaceData } from './race-document.ts';

/** The first snapshot of a page, which comes in two messages. */
export class FirstSnapshot {
  #part: { readonly seq: number; readonly document: Tree } | null = null;

  /** Starts with the part that a tower needs. */
  begin(message: Extract<ViewerMessage, { type: 'part' }>): RaceData {
    this.#part = { seq: message.seq, document: documentOf(message) };
    return { type: 'snapshot', ...this.#part, isPart: true };
  }

  /** All of it; null when this is not the rest of the part. */
  complete({ seq, patch, motion }: Extract<ViewerMessage, { type: 'rest' }>): RaceData | null {
    if (this.#part?.seq !== seq) return null;
    return { type: 'snapshot', seq, document: applyPatch(this.#part.document, patch), motion };
  }
}
