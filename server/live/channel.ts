import { FrameEncoder } from '#contract/live-frame-encoder';
import { type ViewFormat, type ViewName, viewOf } from '#contract/live-view';
import { createPatch, isEmpty, type Patch, type Tree } from '#contract/merge-patch';
import { pingInterval } from '#contract/viewer-messages';
import { encode, Message } from './message.ts';

/** A connection to a viewer. */
export interface ViewerLink {
  readonly format: ViewFormat;
  readonly send: (message: Message) => void;
  /** Bytes that wait to be sent. */
  readonly waiting: () => number;
  readonly close: (reason: 'ended' | 'slow' | 'restarting' | 'forbidden') => void;
}

/** Where a viewer was before its connection was lost. */
export interface Since {
  readonly epoch: number;
  readonly seq: number;
}

/** A viewer with more than this many bytes to read is cut. */
const maxWaiting = 1024 * 1024;
/** A viewer gets a snapshot at most once in this time, in ms. */
const snapshotInterval = 1_000;
/** Changes that are kept for viewers who come back. */
const historyLength = 100;

interface Viewer {
  readonly link: ViewerLink;
  wantsSnapshot: boolean;
  snapshotAt: number;
}

/** A change in both formats. Text is made only if somebody reads it. */
class Change {
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

const ping = encode({ type: 'ping' });

/** The viewers of one view of a session. Every message is encoded once, whatever their number. */
export class Channel {
  readonly #view: ViewName;
  readonly #viewers = new Map<ViewerLink, Viewer>();
  readonly #history: Change[] = [];
  readonly #encoder = new FrameEncoder();
  #epoch: number;
  #seq = 0;
  #tree: Tree = {};
  #snapshot: Message | null = null;
  #sentAt = 0;

  constructor(view: ViewName, epoch: number) {
    this.#view = view;
    this.#epoch = epoch;
  }

  get size(): number {
    return this.#viewers.size;
  }

  get position(): Since {
    return { epoch: this.#epoch, seq: this.#seq };
  }

  /** Sends what has changed. Without viewers this waits for the next one. */
  update(document: Tree | null, now: number): void {
    if (this.#viewers.size > 0) this.#advance(document, now);
  }

  #advance(document: Tree | null, now: number): void {
    const tree = viewOf(document ?? {}, this.#view);
    const patch = createPatch(this.#tree, tree);
    if (isEmpty(patch)) return;
    this.#tree = tree;
    this.#seq += 1;
    this.#snapshot = null;
    const change = new Change(this.#seq, patch, this.#encoder.encode(this.#seq, patch));
    this.#history.push(change);
    if (this.#history.length > historyLength) this.#history.shift();
    this.#sentAt = now;
    for (const link of this.#viewers.keys()) this.#write(link, change.in(link.format));
  }

  /** Begins a new epoch: every viewer gets a hello and a snapshot. */
  restart(epoch: number, document: Tree | null, hello: () => Message, now: number): void {
    this.#epoch = epoch;
    // Numbers go on, so that a viewer that missed the snapshot sees a gap.
    this.#seq += 1;
    this.#tree = viewOf(document ?? {}, this.#view);
    this.#encoder.reset(this.#tree);
    this.#snapshot = null;
    this.#history.length = 0;
    this.send(hello(), now);
    for (const viewer of [...this.#viewers.values()]) this.#sendSnapshot(viewer, now);
  }

  /** Adds a viewer. It gets a hello, and then what it missed since it was here, or a snapshot. */
  join(link: ViewerLink, document: Tree | null, since: Since | null, hello: () => Message, now: number): void {
    this.#advance(document, now);
    const viewer: Viewer = { link, wantsSnapshot: false, snapshotAt: Number.NEGATIVE_INFINITY };
    this.#viewers.set(link, viewer);
    this.#sendTo(link, hello());
    const missed = this.#missedSince(since);
    if (missed === null) this.#sendSnapshot(viewer, now);
    else for (const change of missed) this.#sendTo(link, change.in(link.format));
  }

  #missedSince(since: Since | null): Change[] | null {
    if (since === null || since.epoch !== this.#epoch || since.seq > this.#seq) return null;
    const missed = this.#history.filter(({ seq }) => seq > since.seq);
    return missed.length === this.#seq - since.seq ? missed : null;
  }

  leave(link: ViewerLink): void {
    this.#viewers.delete(link);
  }

  /** A viewer has missed something. */
  resync(link: ViewerLink, now: number): void {
    const viewer = this.#viewers.get(link);
    if (viewer === undefined) return;
    viewer.wantsSnapshot = true;
    this.#answerResync(viewer, now);
  }

  #answerResync(viewer: Viewer, now: number): void {
    if (viewer.wantsSnapshot && now - viewer.snapshotAt >= snapshotInterval) this.#sendSnapshot(viewer, now);
  }

  #sendSnapshot(viewer: Viewer, now: number): void {
    viewer.wantsSnapshot = false;
    viewer.snapshotAt = now;
    this.#snapshot ??= encode({
      type: 'snapshot',
      seq: this.#seq,
      document: this.#tree,
      motion: this.#encoder.motion,
    });
    this.#sendTo(viewer.link, this.#snapshot);
  }

  /** Sends a message to every viewer. */
  send(message: Message, now: number): void {
    this.#sentAt = now;
    for (const link of this.#viewers.keys()) this.#write(link, message);
  }

  /** Sends a message to a viewer, unless it has been cut. */
  #sendTo(link: ViewerLink, message: Message): void {
    if (this.#viewers.has(link)) this.#write(link, message);
  }

  #write(link: ViewerLink, message: Message): void {
    if (link.waiting() <= maxWaiting) {
      link.send(message);
      return;
    }
    this.#viewers.delete(link);
    link.close('slow');
  }

  /** Answers viewers that waited for a snapshot, and pings all when nothing else was sent. */
  keepAlive(now: number): void {
    for (const viewer of this.#viewers.values()) this.#answerResync(viewer, now);
    if (now - this.#sentAt >= pingInterval) this.send(ping, now);
  }

  /** Closes every connection. */
  close(reason: 'ended' | 'restarting' | 'forbidden'): void {
    for (const link of this.#viewers.keys()) link.close(reason);
    this.#viewers.clear();
  }
}
