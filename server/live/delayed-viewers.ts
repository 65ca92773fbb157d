import { longestDelay } from '#contract/constants';
import { type ViewName, viewOf } from '#contract/live/view';
import { pingInterval } from '#contract/live/viewer-messages';
import type { Past } from '../domain/live-races.ts';
import { encode, type Message } from './message.ts';
import { Snapshot } from './snapshot.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

/** The first message to a viewer of an epoch; `beginsAt`: when the picture of a viewer with a delay begins, in ms since 1970. */
export type Hello = (position: Since, now: number, beginsAt?: number) => Message;

/** What viewers of a view were sent. `position` is the state after it, `at` its time in ms since 1970. */
type Entry = { readonly at: number; readonly position: Since } & (
  | { readonly kind: 'change'; readonly message: Message }
  /** The whole document; `isJump`: the entries before do not lead to it. */
  | { readonly kind: 'key'; readonly snapshot: Snapshot; readonly isJump: boolean }
  | { readonly kind: 'status'; readonly message: Message; readonly isEnd: boolean }
);

interface Viewer {
  readonly link: ViewerLink;
  /** In ms. */
  readonly delay: number;
  readonly hello: Hello;
  /** The number of the next entry. */
  next: number;
  epoch: number | null;
  /** The changes that come apply to what the viewer has. */
  isInStep: boolean;
  wantsSnapshot: boolean;
  snapshotAt: number;
  sentAt: number;
}

/** A viewer with more than this many bytes to read is cut. */
export const maxWaiting = 1024 * 1024;
/** A viewer gets a snapshot at most once in this time, in ms. */
export const snapshotInterval = 1_000;
/** Entries are stored for the longest delay and half a minute to come back, in ms; changes of more bytes push the oldest out. */
const storedFor = (longestDelay + 30) * 1_000;
const maxBytes = 6 * 1024 * 1024;

const ping = encode({ type: 'ping' });

/** The viewers of a view who watch with a delay, and what the others were sent in the last five minutes. */
export class DelayedViewers {
  readonly #viewers = new Map<ViewerLink, Viewer>();
  #entries: Entry[] = [];
  /** The number of the first entry. */
  #first = 0;
  #bytes = 0;
  /** The last status before the first entry. */
  #status: Entry | null = null;

  get size(): number {
    return this.#viewers.size;
  }

  /** When the last key was stored; null before the first. */
  keyAt: number | null = null;

  change(position: Since, message: Message, at: number): void {
    this.#bytes += message.frame.length;
    this.#entries.push({ kind: 'change', at, position, message });
  }

  key(position: Since, snapshot: Snapshot, at: number, isJump: boolean): void {
    this.keyAt = at;
    this.#entries.push({ kind: 'key', at, position, snapshot, isJump });
  }

  /** Stores what viewers of a view were shown before, oldest first. */
  restore(past: readonly Past[], view: ViewName, epoch: number): void {
    for (const { at, seq, document } of past)
      this.key({ epoch, seq }, Snapshot.of(seq, viewOf(document, view)), at, true);
  }

  status(position: Since, message: Message, at: number, isEnd: boolean): void {
    this.#entries.push({ kind: 'status', at, position, message, isEnd });
  }

  /** Adds a viewer. It gets a hello, and then the picture of its time, if there is one. */
  join(link: ViewerLink, since: Since | null, hello: Hello, now: number): void {
    const delay = link.delay ?? 0;
    const next = this.#indexAt(now - delay);
    const viewer: Viewer = {
      ...{ link, delay, hello, next: this.#first + next, epoch: null, isInStep: false, wantsSnapshot: false },
      ...{ snapshotAt: Number.NEGATIVE_INFINITY, sentAt: now },
    };
    this.#viewers.set(link, viewer);
    const last = this.#entries[next - 1];
    if (last === undefined) {
      const begins = this.#entries[0];
      this.#send(viewer, hello(begins?.position ?? { epoch: 0, seq: 0 }, now, (begins?.at ?? now) + delay), now);
      return;
    }
    viewer.epoch = last.position.epoch;
    this.#send(viewer, hello(last.position, now), now);
    const missed = link.format === 'json' ? null : this.#changesSince(since, next);
    if (missed === null) this.#sendPicture(viewer, now);
    else {
      viewer.isInStep = true;
      for (const message of missed) this.#send(viewer, message, now);
    }
    const status = this.#entries.slice(0, next).findLast(({ kind }) => kind === 'status') ?? this.#status;
    if (status?.kind === 'status') this.#deliverStatus(viewer, status, now);
  }

  /** The number of entries up to a time. */
  #indexAt(time: number): number {
    const later = this.#entries.findIndex(({ at }) => at > time);
    return later === -1 ? this.#entries.length : later;
  }

  /** The changes up to an entry since a position; null where they are not all there. */
  #changesSince(since: Since | null, end: number): Message[] | null {
    if (since === null) return null;
    const missed: Message[] = [];
    for (let index = end - 1; index >= 0; index -= 1) {
      const entry = this.#entries[index];
      if (entry === undefined || entry.position.epoch !== since.epoch) return null;
      if (entry.position.seq === since.seq) return missed.reverse();
      if (entry.kind === 'key' && entry.isJump) return null;
      if (entry.kind === 'change') missed.push(entry.message);
    }
    return null;
  }

  /** Sends the last key before the time of a viewer, and the changes after it. */
  #sendPicture(viewer: Viewer, now: number): void {
    const end = viewer.next - this.#first;
    const start = this.#entries.findLastIndex((entry, index) => index < end && entry.kind === 'key');
    const key = this.#entries[start];
    if (key?.kind !== 'key') return;
    viewer.isInStep = true;
    viewer.wantsSnapshot = false;
    const isFirst = viewer.snapshotAt === Number.NEGATIVE_INFINITY;
    viewer.snapshotAt = now;
    const { snapshot } = key;
    for (const message of isFirst && viewer.link.takesParts ? snapshot.parts : [snapshot.whole])
      this.#send(viewer, message, now);
    if (viewer.link.format === 'json') return;
    for (const entry of this.#entries.slice(start, end))
      if (entry.kind === 'change') this.#send(viewer, entry.message, now);
  }

  leave(link: ViewerLink): void {
    this.#viewers.delete(link);
  }

  /** A viewer has missed something. */
  resync(link: ViewerLink): void {
    const viewer = this.#viewers.get(link);
    if (viewer !== undefined) viewer.wantsSnapshot = true;
  }

  /** Sends each viewer what is due, and a ping when there was nothing else. */
  tick(now: number): void {
    this.#trim(now);
    for (const viewer of this.#viewers.values()) {
      if (viewer.next < this.#first) {
        viewer.next = this.#first;
        viewer.isInStep = false;
      }
      for (;;) {
        const entry = this.#entries[viewer.next - this.#first];
        if (entry === undefined || entry.at > now - viewer.delay || !this.#viewers.has(viewer.link)) break;
        viewer.next += 1;
        this.#deliver(viewer, entry, now);
      }
      if (viewer.wantsSnapshot && now - viewer.snapshotAt >= snapshotInterval) this.#sendPicture(viewer, now);
      if (now - viewer.sentAt >= pingInterval) this.#send(viewer, ping, now);
    }
  }

  #deliver(viewer: Viewer, entry: Entry, now: number): void {
    if (entry.kind === 'status') this.#deliverStatus(viewer, entry, now);
    const isJson = viewer.link.format === 'json';
    // Text is not stored of changes: a viewer who reads JSON gets every key.
    if (entry.kind === 'change' && viewer.isInStep && !isJson) this.#send(viewer, entry.message, now);
    if (entry.kind !== 'key' || (viewer.isInStep && !entry.isJump && !isJson)) return;
    if (viewer.epoch !== entry.position.epoch) this.#send(viewer, viewer.hello(entry.position, now), now);
    viewer.epoch = entry.position.epoch;
    viewer.isInStep = true;
    viewer.wantsSnapshot = false;
    viewer.snapshotAt = now;
    this.#send(viewer, entry.snapshot.whole, now);
  }

  #deliverStatus(viewer: Viewer, { message, isEnd }: Extract<Entry, { kind: 'status' }>, now: number): void {
    this.#send(viewer, message, now);
    if (!isEnd) return;
    this.#viewers.delete(viewer.link);
    viewer.link.close('ended');
  }

  #send(viewer: Viewer, message: Message, now: number): void {
    const { link } = viewer;
    if (!this.#viewers.has(link)) return;
    viewer.sentAt = now;
    if (link.waiting() <= maxWaiting) {
      link.send(message);
      return;
    }
    this.#viewers.delete(link);
    link.close('slow');
  }

  /** Drops what nobody can watch any more: each time begins with a key. */
  #trim(now: number): void {
    const begin = this.#entries.findLastIndex((entry) => entry.kind === 'key' && entry.at <= now - storedFor);
    if (begin > 0) this.#drop(begin);
    while (this.#bytes > maxBytes) {
      const second = this.#entries.findIndex((entry, index) => index > 0 && entry.kind === 'key');
      this.#drop(second === -1 ? this.#entries.length : second);
    }
  }

  #drop(count: number): void {
    for (const entry of this.#entries.splice(0, count)) {
      if (entry.kind === 'change') this.#bytes -= entry.message.frame.length;
      if (entry.kind === 'status') this.#status = entry;
    }
    this.#first += count;
  }

  close(reason: 'restarting' | 'forbidden'): void {
    for (const link of this.#viewers.keys()) link.close(reason);
    this.#viewers.clear();
  }
}
