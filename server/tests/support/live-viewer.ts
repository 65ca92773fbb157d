import { documentOf } from '#contract/live/first-part';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { seqOf } from '#contract/live/frame-head';
import { applyPatch, type Patch, type Tree } from '#contract/live/merge-patch';
import type { ViewFormat, ViewName } from '#contract/live/view';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { LiveRace } from '../../live/live-race.ts';
import type { Message } from '../../live/message.ts';
import type { Registration } from '../../live/registration.ts';
import type { Since, ViewerLink } from '../../live/viewer-link.ts';

/** A public live race without a delay. */
export const registration: Registration = {
  id: '01900000-0000-7000-8000-000000000001',
  userId: '01900000-0000-7000-8000-000000000002',
  userName: 'Ann',
  tokenHash: '',
  keyHash: null,
  delaySeconds: 0,
  startedAt: new Date(0).toISOString(),
};

/** A viewer as the protocol describes it, on a line that may lose, repeat and reorder messages. */
export class Viewer {
  readonly queue: Message[] = [];
  tree: Tree = {};
  position: Since | null = null;
  isSynced = false;
  isClosed = false;
  /** The types of the messages without data. */
  readonly statuses: string[] = [];
  #link: ViewerLink | null = null;
  readonly #view: ViewName;
  readonly #format: ViewFormat;
  readonly #takesParts: boolean;
  readonly #delay: number;
  readonly #decoder = new FrameDecoder();
  #part: Extract<ViewerMessage, { type: 'part' }> | null = null;

  /** `delay` in ms. */
  constructor(view: ViewName, format: ViewFormat, takesParts = false, delay = 0) {
    this.#view = view;
    this.#format = format;
    this.#takesParts = takesParts;
    this.#delay = delay;
  }

  connect(liveRace: LiveRace, now: number): void {
    this.queue.length = 0;
    this.#part = null;
    const send = (message: Message) => this.queue.push(message);
    const close = () => {
      this.isClosed = true;
    };
    this.#link = {
      format: this.#format,
      takesParts: this.#takesParts,
      delay: this.#delay,
      send,
      waiting: () => 0,
      close,
    };
    const { position } = this;
    liveRace.watch(this.#link, this.#view, this.isSynced ? position : null, now);
    // A connection begins in order: only later messages get lost.
    this.take(liveRace, now);
  }

  disconnect(liveRace: LiveRace): void {
    if (this.#link !== null) liveRace.leave(this.#link, this.#view);
  }

  take(liveRace: LiveRace, now: number): void {
    const message = this.queue.shift();
    if (message === undefined) return;
    const { bytes, isBinary } = message;
    if (isBinary) {
      this.#follow(seqOf(bytes), liveRace, now, () => {
        this.#decoder.decode(bytes);
        return this.#decoder.drainChanges();
      });
      return;
    }
    const given: ViewerMessage = JSON.parse(bytes.toString());
    if (given.type === 'hello' && given.epoch !== this.position?.epoch) {
      this.position = { epoch: given.epoch, seq: given.seq };
      this.isSynced = false;
    }
    if (['recorderLost', 'recorderBack', 'ended'].includes(given.type)) this.statuses.push(given.type);
    if (given.type === 'snapshot') this.#begin(given);
    if (given.type === 'part') this.#part = given;
    if (given.type === 'rest' && this.#part?.seq === given.seq)
      this.#begin({ ...given, type: 'snapshot', document: applyPatch(documentOf(this.#part), given.patch) });
    if (given.type === 'delta') this.#follow(given.seq, liveRace, now, () => [given.patch]);
  }

  #begin({ seq, document, motion }: Extract<ViewerMessage, { type: 'snapshot' }>): void {
    if (this.position === null || (this.isSynced && seq < this.position.seq)) return;
    this.tree = document as Tree;
    this.#decoder.reset(this.tree, motion);
    this.position = { ...this.position, seq };
    this.isSynced = true;
  }

  #follow(seq: number, liveRace: LiveRace, now: number, changes: () => readonly Patch[]): void {
    if (this.position === null || (this.isSynced && seq <= this.position.seq)) return;
    if (this.isSynced && seq === this.position.seq + 1) {
      this.tree = changes().reduce(applyPatch, this.tree);
      this.position = { ...this.position, seq };
    } else if (this.#link !== null) {
      liveRace.resync(this.#link, this.#view, now);
    }
  }
}
