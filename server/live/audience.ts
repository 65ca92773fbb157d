import type { ViewFormat } from '#contract/live/view';
import { pingInterval } from '#contract/live/viewer-messages';
import { encode, type Message } from './message.ts';
import type { Snapshot } from './snapshot.ts';

/** A connection to a viewer. */
export interface ViewerLink {
  readonly format: ViewFormat;
  /** The first snapshot comes in two messages. */
  readonly takesParts?: boolean;
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

/** A change as viewers get it. */
export interface Change {
  readonly seq: number;
  readonly in: (format: ViewFormat) => Message;
}

/** A viewer with more than this many bytes to read is cut. */
const maxWaiting = 1024 * 1024;
/** A viewer gets a snapshot at most once in this time, in ms. */
const snapshotInterval = 1_000;
/** The number of changes that are stored for viewers who come back. */
export const historyLength = 100;

interface Viewer {
  readonly link: ViewerLink;
  wantsSnapshot: boolean;
  snapshotAt: number;
}

const ping = encode({ type: 'ping' });

/** The viewers of one view of a live race, and the changes for those who come back. */
export class Audience {
  readonly #viewers = new Map<ViewerLink, Viewer>();
  readonly #snapshot: () => Snapshot | null;
  #history: Change[] = [];
  #position: Since;
  #sentAt = 0;

  /** `snapshot` gives one that the history goes on from, or null when there is none yet. */
  constructor(position: Since, snapshot: () => Snapshot | null) {
    this.#position = position;
    this.#snapshot = snapshot;
  }

  get size(): number {
    return this.#viewers.size;
  }

  get position(): Since {
    return this.#position;
  }

  /** Sends the next change. Keeps the changes after `from`, and the last hundred. */
  push(change: Change, from: number, now: number): void {
    this.#position = { ...this.#position, seq: change.seq };
    this.#history.push(change);
    const first = Math.min(from, change.seq - historyLength);
    while ((this.#history[0]?.seq ?? change.seq) <= first) this.#history.shift();
    this.#sentAt = now;
    for (const link of this.#viewers.keys()) this.#write(link, change.in(link.format));
  }

  /** Begins anew at a snapshot. Every viewer gets the hello of a new epoch, if it is one, and the snapshot. */
  restart(position: Since, hello: (() => Message) | null, now: number): void {
    this.#position = position;
    this.#history = [];
    if (hello !== null) this.send(hello(), now);
    for (const viewer of [...this.#viewers.values()]) this.#sendSnapshot(viewer, now);
  }

  /** Adds a viewer. It gets a hello, and then what it missed since it was here, or a snapshot. */
  join(link: ViewerLink, since: Since | null, hello: () => Message, now: number): void {
    const viewer: Viewer = { link, wantsSnapshot: false, snapshotAt: Number.NEGATIVE_INFINITY };
    this.#viewers.set(link, viewer);
    this.#sendTo(link, hello());
    const missed = since?.epoch === this.#position.epoch ? this.#changesAfter(since.seq) : null;
    if (missed === null) this.#sendSnapshot(viewer, now, link.takesParts);
    else for (const change of missed) this.#sendTo(link, change.in(link.format));
  }

  /** The changes after a number; null when they are not all there. */
  #changesAfter(seq: number): Change[] | null {
    const missed = this.#history.filter((change) => change.seq > seq);
    return seq <= this.#position.seq && missed.length === this.#position.seq - seq ? missed : null;
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

  #sendSnapshot(viewer: Viewer, now: number, inParts = false): void {
    const snapshot = this.#snapshot();
    if (snapshot === null) return;
    viewer.wantsSnapshot = false;
    viewer.snapshotAt = now;
    for (const message of inParts ? snapshot.parts : [snapshot.whole]) this.#sendTo(viewer.link, message);
    for (const change of this.#changesAfter(snapshot.seq) ?? []) {
      this.#sendTo(viewer.link, change.in(viewer.link.format));
    }
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
