import { FrameEncoder } from '#contract/live/frame-encoder';
import { createPatch, isEmpty, type Patch, type Tree } from '#contract/live/merge-patch';
import { type ViewFormat, type ViewName, viewOf } from '#contract/live/view';
import type { Past } from '../domain/live-races.ts';
import { Audience, type Change, historyLength } from './audience.ts';
import type { Hello } from './delayed-viewers.ts';
import { encode, Message } from './message.ts';
import { Snapshot } from './snapshot.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

/** Replicates a live race to other servers, for their viewers. */
export interface ReplicationSink {
  readonly change: (view: ViewName, epoch: number, change: Change) => void;
  readonly snapshot: (view: ViewName, position: Since, message: Message) => void;
  /** A message to all viewers. */
  readonly message: (epoch: number, message: Message) => void;
  /** The live race is still held here. */
  readonly alive: (epoch: number) => void;
  /** Whether earlier entries may be lost, so that a snapshot is due. */
  readonly isBehind: (view: ViewName) => boolean;
}

/** A change in both formats. Text is made only for viewers who read it. */
class EncodedChange implements Change {
  readonly seq: number;
  readonly #patch: Patch;
  readonly #frame: Message;
  #text: Message | null = null;

  constructor(seq: number, patch: Patch, frame: Uint8Array) {
    this.seq = seq;
    this.#patch = patch;
    this.#frame = new Message(frame, true);
  }

  in(format: ViewFormat): Message {
    if (format === 'binary') return this.#frame;
    this.#text ??= encode({ type: 'delta', seq: this.seq, patch: this.#patch });
    return this.#text;
  }
}

/** One view of a live race: encodes every change once for all viewers. */
export class Channel {
  readonly #view: ViewName;
  readonly #sink: ReplicationSink | null;
  readonly #encoder = new FrameEncoder();
  readonly audience: Audience;
  #tree: Tree = {};
  /** The document that the tree is a view of. */
  #document: Tree | null = null;
  /** The document of the last snapshot of the past. */
  #keyDocument: Tree | null | undefined;
  #snapshot: Snapshot | null = null;
  /** The number of the last replicated snapshot; null before the first. */
  #replicatedSeq: number | null = null;

  /** `past`: what was shown before, oldest first. */
  constructor(
    view: ViewName,
    { epoch, past }: { readonly epoch: number; readonly past: readonly Past[] },
    sink: ReplicationSink | null,
  ) {
    this.#view = view;
    this.#sink = sink;
    this.audience = new Audience({ epoch, seq: past.at(-1)?.seq ?? 0 }, () => this.#encodeSnapshot());
    this.audience.restore(past, view);
  }

  /** Sends the changes. Without viewers and sink they wait for the next viewer, or for the next snapshot of the past. */
  update(document: Tree | null, now: number): void {
    const isKeyDue = this.audience.isKeyDue(now) && document !== this.#keyDocument;
    if (this.audience.size > 0 || this.#sink !== null || isKeyDue) this.#advance(document, now);
    if (!isKeyDue) return;
    this.#keyDocument = document;
    this.audience.storeKey(now);
  }

  #advance(document: Tree | null, now: number): void {
    if (document === this.#document) {
      this.#replicate();
      return;
    }
    this.#document = document;
    const tree = viewOf(document ?? {}, this.#view);
    const patch = createPatch(this.#tree, tree);
    if (!isEmpty(patch)) {
      this.#tree = tree;
      this.#snapshot = null;
      const { epoch, seq } = this.audience.position;
      const change = new EncodedChange(seq + 1, patch, this.#encoder.encode(seq + 1, patch));
      this.audience.push(change, change.seq, now);
      this.#sink?.change(this.#view, epoch, change);
    }
    this.#replicate();
  }

  /** Replicates a snapshot from time to time: new viewers there need it and the changes after it. */
  #replicate(): void {
    if (this.#sink === null) return;
    const { position } = this.audience;
    const isDue = this.#replicatedSeq === null || position.seq - this.#replicatedSeq >= historyLength;
    if (!isDue && !this.#sink.isBehind(this.#view)) return;
    this.#replicatedSeq = position.seq;
    this.#sink.snapshot(this.#view, position, this.#encodeSnapshot().whole);
  }

  /** Begins a new epoch: every viewer gets a hello and a snapshot. */
  restart(epoch: number, document: Tree | null, hello: Hello, now: number): void {
    this.#document = document;
    this.#tree = viewOf(document ?? {}, this.#view);
    this.#encoder.reset(this.#tree);
    this.#snapshot = null;
    // Numbers go on, so that a viewer that missed the snapshot sees a gap.
    this.audience.restart({ epoch, seq: this.audience.position.seq + 1 }, hello, now);
    this.#replicatedSeq = null;
    this.#replicate();
  }

  /** Adds a viewer, which gets the current state. */
  join(link: ViewerLink, document: Tree | null, since: Since | null, hello: Hello, now: number): void {
    this.#advance(document, now);
    this.audience.join(link, since, hello, now);
  }

  #encodeSnapshot(): Snapshot {
    this.#snapshot ??= Snapshot.of(this.audience.position.seq, this.#tree, this.#encoder.motion);
    return this.#snapshot;
  }
}
