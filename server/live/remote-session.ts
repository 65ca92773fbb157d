import { recorderSilence } from '#contract/live/publisher-messages';
import type { ViewFormat, ViewName } from '#contract/live/view';
import { Audience, type Change, type Since, type Snapshot, type ViewerLink } from './audience.ts';
import { encode, hello, Message } from './message.ts';
import type { Registration } from './registration.ts';

/** What the server that holds a session passes on to the others, in this order. */
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

/** A session that another server holds: its viewers here get the bytes that viewers there get. */
export class RemoteSession {
  readonly registration: Registration;
  readonly #views: Readonly<Record<ViewName, RemoteView>> = { full: new RemoteView(), table: new RemoteView() };
  #heardAt: number;
  /** Nothing came for a while: the other server is gone, or what connects the two. */
  #isSilent = false;
  /** What the other server said of the recorder; null when it is there. */
  #lost: Message | null = null;
  #ended: Message | null = null;

  constructor(registration: Registration, now: number) {
    this.registration = registration;
    this.#heardAt = now;
  }

  get viewers(): number {
    return this.#views.full.audience.size + this.#views.table.audience.size;
  }

  /** Whether there is anything to show. */
  get hasSnapshot(): boolean {
    return this.#views.full.snapshot !== null;
  }

  take(entry: StreamEntry, now: number): void {
    this.#heardAt = now;
    if (entry.kind === 'snapshot') this.#takeSnapshot(entry, now);
    if (entry.kind === 'change') this.#takeChange(entry, now);
    if (entry.kind === 'message') this.#takeMessage(entry, now);
    if (!this.#isSilent) return;
    this.#isSilent = false;
    if (this.#lost === null && this.#ended === null) this.#tell(encode({ type: 'recorderBack' }), now);
  }

  #takeSnapshot({ view, epoch, seq, bytes }: Extract<StreamEntry, { kind: 'snapshot' }>, now: number): void {
    const shown = this.#views[view];
    const { position } = shown.audience;
    if (epoch < position.epoch || (epoch === position.epoch && seq < position.seq)) return;
    const isNext = epoch === position.epoch && seq === position.seq && shown.snapshot !== null;
    shown.snapshot = { seq, message: new Message(bytes, false) };
    if (isNext) return;
    const greet = epoch === position.epoch ? null : () => hello(this.registration, shown.audience.position, now);
    shown.audience.restart({ epoch, seq }, greet, now);
  }

  /** After a gap nothing is passed on until the next snapshot. */
  #takeChange({ view, epoch, seq, bytes, text }: Extract<StreamEntry, { kind: 'change' }>, now: number): void {
    const { audience, snapshot } = this.#views[view];
    const { position } = audience;
    if (snapshot === null || epoch !== position.epoch || seq !== position.seq + 1) return;
    audience.push(changeOf(seq, bytes, text), snapshot.seq, now);
  }

  #takeMessage({ epoch, bytes }: Extract<StreamEntry, { kind: 'message' }>, now: number): void {
    if (epoch < this.#views.full.audience.position.epoch) return;
    const message = new Message(bytes, false);
    const { type } = JSON.parse(message.bytes.toString());
    if (type === 'recorderLost') this.#lost = message;
    if (type === 'recorderBack') this.#lost = null;
    this.#tell(message, now);
    if (type !== 'ended') return;
    this.#ended = message;
    this.close('ended');
  }

  #tell(message: Message, now: number): void {
    for (const { audience } of Object.values(this.#views)) audience.send(message, now);
  }

  /** Tells viewers when nothing comes any more. */
  tick(now: number): void {
    if (!this.#isSilent && this.#ended === null && now - this.#heardAt > recorderSilence) {
      this.#isSilent = true;
      if (this.#lost === null) this.#tell(this.#silence(), now);
    }
    for (const { audience } of Object.values(this.#views)) audience.keepAlive(now);
  }

  #silence(): Message {
    return this.#lost ?? encode({ type: 'recorderLost', since: new Date(this.#heardAt).toISOString() });
  }

  watch(link: ViewerLink, view: ViewName, since: Since | null, now: number): void {
    const { audience } = this.#views[view];
    audience.join(link, since, () => hello(this.registration, audience.position, now), now);
    if (this.#ended !== null) {
      link.send(this.#ended);
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
