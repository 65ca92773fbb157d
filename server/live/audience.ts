import type { ViewFormat, ViewName } from '#contract/live/view';
import { pingInterval } from '#contract/live/viewer-messages';
import type { Past } from '../domain/live-races.ts';
import { DelayedViewers, type Hello, maxWaiting, snapshotInterval } from './delayed-viewers.ts';
import { encode, type Message } from './message.ts';
import type { Snapshot } from './snapshot.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

/** A change as viewers get it. */
export interface Change {
  readonly seq: number;
  readonly in: (format: ViewFormat) => Message;
}

/** The number of changes that are stored for viewers who come back. */
export const historyLength = 100;
/** The picture of a viewer with a delay begins with the last snapshot before it: one is stored this often, in ms. */
const keyInterval = 10_000;

interface Viewer {
  readonly link: ViewerLink;
  wantsSnapshot: boolean;
  snapshotAt: number;
}

const ping = encode({ type: 'ping' });

/** The viewers of one view of a live race, with a delay and without, and the changes for those who come back. */
export class Audience {
  readonly #viewers = new Map<ViewerLink, Viewer>();
  readonly #delayed = new DelayedViewers();
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
    return this.#viewers.size + this.#delayed.size;
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
    this.#delayed.change(this.#position, change.in('binary'), now);
    for (const link of this.#viewers.keys()) this.#write(link, change.in(link.format));
  }

  /** Begins anew at a snapshot. Every viewer gets the hello of a new epoch, if it is one, and the snapshot. */
  restart(position: Since, hello: Hello | null, now: number): void {
    this.#position = position;
    this.#history = [];
    if (hello !== null) this.#sendToAll(hello(position, now), now);
    this.storeKey(now, true);
    for (const viewer of [...this.#viewers.values()]) this.#sendSnapshot(viewer, now);
  }

  /** Stores a snapshot for viewers with a delay; `isJump`: the changes before do not lead to it. */
  storeKey(now: number, isJump = false): void {
    const snapshot = this.#snapshot();
    if (snapshot?.seq === this.#position.seq) this.#delayed.key(this.#position, snapshot, now, isJump);
  }

  /** Whether a snapshot for viewers with a delay is due. */
  isKeyDue(now: number): boolean {
    const { keyAt } = this.#delayed;
    return keyAt === null || now - keyAt >= keyInterval;
  }

  /** Stores what viewers of a view were shown before this server held or followed the race, oldest first. */
  restore(past: readonly Past[], view: ViewName): void {
    this.#delayed.restore(past, view, this.#position.epoch);
  }

  /** Adds a viewer. It gets a hello, and then what it missed since it was here, or a snapshot. */
  join(link: ViewerLink, since: Since | null, hello: Hello, now: number): void {
    if (link.delay) {
      this.#delayed.join(link, since, hello, now);
      return;
    }
    const viewer: Viewer = { link, wantsSnapshot: false, snapshotAt: Number.NEGATIVE_INFINITY };
    this.#viewers.set(link, viewer);
    this.#sendTo(link, hello(this.#position, now));
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
    this.#delayed.leave(link);
  }

  /** A viewer has missed something. */
  resync(link: ViewerLink, now: number): void {
    this.#delayed.resync(link);
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

  /** Sends a status of the race to every viewer; the end of it is the last one. */
  send(message: Message, now: number, isEnd = false): void {
    this.#delayed.status(this.#position, message, now, isEnd);
    this.#sendToAll(message, now);
  }

  #sendToAll(message: Message, now: number): void {
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
    if (now - this.#sentAt >= pingInterval) this.#sendToAll(ping, now);
    this.#delayed.tick(now);
  }

  /** Closes every connection; viewers with a delay are sent the end later. */
  close(reason: 'ended' | 'restarting' | 'forbidden'): void {
    for (const link of this.#viewers.keys()) link.close(reason);
    this.#viewers.clear();
    if (reason !== 'ended') this.#delayed.close(reason);
  }
}
