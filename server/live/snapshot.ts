import type { Motion } from '#contract/live/frame';
import { isEmpty, type Tree } from '#contract/live/merge-patch';
import { inParts } from '#contract/live/split-document';
import { encode, Message } from './message.ts';

/** The document at some change, encoded once for all viewers. */
export class Snapshot {
  readonly seq: number;
  readonly #content: () => Content;
  #whole: Message | null;
  #parts: readonly Message[] | null = null;

  private constructor(seq: number, content: () => Content, whole: Message | null) {
    this.seq = seq;
    this.#content = content;
    this.#whole = whole;
  }

  static of(seq: number, document: Tree, motion?: Motion): Snapshot {
    return new Snapshot(seq, () => ({ document, motion }), null);
  }

  /** A snapshot that another server has encoded. */
  static from(seq: number, bytes: Uint8Array): Snapshot {
    const whole = new Message(bytes, false);
    return new Snapshot(seq, () => JSON.parse(whole.bytes.toString()), whole);
  }

  get whole(): Message {
    this.#whole ??= encode({ type: 'snapshot', seq: this.seq, ...this.#content() });
    return this.#whole;
  }

  /** The tower's fields, then the rest; one message if nothing is left for a second. */
  get parts(): readonly Message[] {
    this.#parts ??= this.#split();
    return this.#parts;
  }

  #split(): readonly Message[] {
    const { seq } = this;
    const { document, motion } = this.#content();
    const { first, rest } = inParts(document);
    if (isEmpty(rest)) return [this.whole];
    return [encode({ type: 'part', seq, ...first }), encode({ type: 'rest', seq, patch: rest, motion })];
  }
}

interface Content {
  readonly document: Tree;
  readonly motion?: Motion;
}
