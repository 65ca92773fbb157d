import { recorderSilence } from '#contract/live/publisher-messages';
import type { ViewFormat, ViewName } from '#contract/live/view';
import type { Past } from '../domain/live-races.ts';
import { Audience, type Change } from '../live/audience.ts';
import type { Hello } from '../live/delayed-viewers.ts';
import { encode, hello, Message } from '../live/message.ts';
import type { Registration } from '../live/registration.ts';
import { Snapshot } from '../live/snapshot.ts';
import type { Since, ViewerLink } from '../live/viewer-link.ts';

/** An entry that the holder of a live race replicates to the other servers, in order. */
export type StreamEntry = { readonly epoch: number } & (
  | { readonly kind: 'snapshot'; readonly view: ViewName; readonly seq: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'change';
      readonly view: ViewName;
      readonly seq: number;
      readonly bytes: Uint8Array;
      readonly text: Uint8Array;
    }
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'alive' }
);

class RemoteView {
  snapshot: Snapshot | null = null;
  readonly audience = new Audience({ epoch: 0, seq: 0 }, () => this.snapshot);
}

/** A live race that another server holds: its viewers here get the bytes that viewers there get. */
export class RemoteLiveRace {
  readonly registration: Registration;
  readonly #views: Readonly<Record<ViewName, RemoteView>> = { full: new RemoteView(), table: new RemoteView() };
  #lastMessageAt: number;
  /** No entry came for a while: the other server or Redis is away. */
  #isSilent = false;
  /** The message that the recorder is lost; null while it is connected. */
  #lost: Message | null = null;
  #ended: { readonly epoch: number; readonly message: Message } | null = null;
  readonly #hello: Hello = (...position) => hello(this.registration, ...position);

  /** `past`: what was shown before, oldest first. */
  constructor(registration: Registration, now: number, past: readonly Past[] = []) {
    this.registration = registration;
    this.#lastMessageAt = now;
    for (const view of ['full', 'table'] as const) this.#views[view].audience.restore(past, view);
  }

  get viewers(): number {
    return this.#views.full.audience.size + this.#views.table.audience.size;
  }

  /** Its viewers know that it has ended. */
  get isOver(): boolean {
    return this.#ended !== null;
  }

  /** Whether there is anything to show. */
  get hasSnapshot(): boolean {
    return this.#views.full.snapshot !== null;
  }

  apply(entry: StreamEntry, now: number): void {
    this.#lastMessageAt = now;
    if (entry.kind === 'snapshot') this.#applySnapshot(entry, now);
    if (entry.kind === 'change') this.#applyChange(entry, now);
    if (entry.kind === 'message') this.#applyMessage(entry, now);
    if (!this.#isSilent) return;
    this.#isSilent = false;
    if (this.#lost === null && this.#ended === null) this.#broadcast(encode({ type: 'recorderBack' }), now);
  }

  #applySnapshot({ view, epoch, seq, bytes }: Extract<StreamEntry, { kind: 'snapshot' }>, now: number): void {
    const shown = this.#views[view];
    const { position } = shown.audience;
    if (epoch < position.epoch || (epoch === position.epoch && seq < position.seq)) return;
    // It was registered again after its end.
    if (this.#ended !== null && epoch > this.#ended.epoch) this.#ended = null;
    const isNext = epoch === position.epoch && seq === position.seq && shown.snapshot !== null;
    shown.snapshot = Snapshot.from(seq, bytes);
    if (!isNext) shown.audience.restart({ epoch, seq }, epoch === position.epoch ? null : this.#hello, now);
    else if (shown.audience.isKeyDue(now)) shown.audience.storeKey(now);
  }

  /** After a gap changes are dropped until the next snapshot. */
  #applyChange({ view, epoch, seq, bytes, text }: Extract<StreamEntry, { kind: 'change' }>, now: number): void {
    const { audience, snapshot } = this.#views[view];
    const { position } = audience;
    if (snapshot === null || epoch !== position.epoch || seq !== position.seq + 1) return;
    audience.push(changeOf(seq, bytes, text), snapshot.seq, now);
  }

  #applyMessage({ epoch, bytes }: Extract<StreamEntry, { kind: 'message' }>, now: number): void {
    if (epoch < this.#views.full.audience.position.epoch) return;
    const message = new Message(bytes, false);
    const { type } = JSON.parse(message.bytes.toString());
    // The end is repeated for servers that missed it.
    if (type === 'ended' && this.#ended?.epoch === epoch) return;
    if (type === 'recorderLost') this.#lost = message;
    if (type === 'recorderBack') this.#lost = null;
    this.#broadcast(message, now, type === 'ended');
    if (type !== 'ended') return;
    this.#ended = { epoch, message };
    this.close('ended');
  }

  #broadcast(message: Message, now: number, isEnd = false): void {
    for (const { audience } of Object.values(this.#views)) audience.send(message, now, isEnd);
  }

  /** Sends viewers a message when entries stop. */
  tick(now: number): void {
    if (!this.#isSilent && this.#ended === null && now - this.#lastMessageAt > recorderSilence) {
      this.#isSilent = true;
      if (this.#lost === null) this.#broadcast(this.#silence(), now);
    }
    for (const { audience } of Object.values(this.#views)) audience.keepAlive(now);
  }

  #silence(): Message {
    return this.#lost ?? encode({ type: 'recorderLost', since: new Date(this.#lastMessageAt).toISOString() });
  }

  watch(link: ViewerLink, view: ViewName, since: Since | null, now: number): void {
    const { audience } = this.#views[view];
    audience.join(link, since, this.#hello, now);
    if (link.delay) return;
    if (this.#ended !== null) {
      link.send(this.#ended.message);
      audience.leave(link);
      link.close('ended');
    } else if (this.#isSilent || this.#lost !== null) {
      link.send(this.#silence());
    }
  }

  leave(link: ViewerLink, view: ViewName): void {
    this.#views[view].audience.leave(link);
  }

  resync(link: ViewerLink, view: ViewName, now: number): void {
    this.#views[view].audience.resync(link, now);
  }

  close(reason: 'ended' | 'restarting' | 'forbidden'): void {
    for (const { audience } of Object.values(this.#views)) audience.close(reason);
  }
}

function changeOf(seq: number, bytes: Uint8Array, text: Uint8Array): Change {
  const messages: Record<ViewFormat, Message> = { binary: new Message(bytes, true), json: new Message(text, false) };
  return { seq, in: (format) => messages[format] };
}
