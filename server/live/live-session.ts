import type { LiveSummary } from '#contract/live';
import { type PublisherMessage, type PublisherReply, recorderSilence } from '#contract/live-messages';
import type { ViewName } from '#contract/live-view';
import { Channel, type Since, type ViewerLink } from './channel.ts';
import { Feed, type FeedState } from './feed.ts';
import { encode, type Message } from './message.ts';
import type { Registration } from './registration.ts';
import { summarize } from './summary.ts';
import { type Moment, Timeline } from './timeline.ts';

/** A connection to a recorder. */
export interface PublisherLink {
  readonly send: (reply: PublisherReply) => void;
  readonly close: (reason: 'ended' | 'replaced' | 'silent' | 'restarting') => void;
}

/** The connection of a recorder that sent nothing for this long is dead, in ms. */
const deadAfter = 10_000;
const ackInterval = 1_000;
/** Changes are sent at most this often, in Hz: the rate of ticks. */
const hz = 10;

/** One live session: what the recorder sends, and those who watch it. */
export class LiveSession {
  #registration: Registration;
  readonly #feed: Feed;
  readonly #timeline: Timeline;
  readonly #channels: Readonly<Record<ViewName, Channel>>;
  #publisher: PublisherLink | null = null;
  #pushed: FeedState;
  #pushedEpoch: number;
  #ackedAt = 0;
  #joinedAt = 0;
  #ended: Moment['ended'] = null;
  #isLost = false;
  #isOver = false;

  constructor(registration: Registration, state: FeedState, now: number) {
    this.#registration = registration;
    this.#feed = new Feed(state);
    this.#pushed = state;
    this.#pushedEpoch = state.epoch;
    const { epoch, document, dataAt } = state;
    this.#timeline = new Timeline(registration.delaySeconds * 1_000, { at: now, epoch, document, dataAt, ended: null });
    this.#channels = { full: new Channel('full', epoch), table: new Channel('table', epoch) };
  }

  get registration(): Registration {
    return this.#registration;
  }

  get state(): FeedState {
    return this.#feed.state;
  }

  /** The recorder has ended it. Viewers learn that after the delay. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** Viewers were told that it has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get viewers(): number {
    return this.#channels.full.size + this.#channels.table.size;
  }

  /** The user has registered the session again: the recorder before is cut off. */
  takeOver(registration: Registration, epoch: number): void {
    const { keyHash } = registration;
    const isKeyNew = keyHash !== null && keyHash !== this.#registration.keyHash;
    this.#registration = registration;
    // Viewers have shown another key, or none.
    if (isKeyNew) for (const channel of Object.values(this.#channels)) channel.close('forbidden');
    this.#timeline.delay = registration.delaySeconds * 1_000;
    this.#feed.restart(epoch);
    this.#publisher?.close('replaced');
    this.#publisher = null;
  }

  /** A recorder has connected. One that was connected before is cut off. */
  attach(link: PublisherLink, now: number): void {
    this.#publisher?.close('replaced');
    this.#publisher = link;
    this.#joinedAt = now;
    this.#ackedAt = now;
    const { epoch, seq } = this.#feed.state;
    link.send({ type: 'ready', epoch, seq });
  }

  detach(link: PublisherLink): void {
    if (this.#publisher === link) this.#publisher = null;
  }

  /** Takes in data of the recorder. @throws Problem 400. */
  receive(link: PublisherLink, message: Extract<PublisherMessage, { seq: number }>, now: number): void {
    if (this.#publisher !== link || this.hasEnded) return;
    const from = this.#feed.receive(message, now);
    if (from !== null) link.send({ type: 'resend', from });
  }

  /** The session is over; `sessionId` is where it is stored. */
  end(sessionId: string | null, now: number): void {
    if (this.#ended !== null) return;
    this.#push(now);
    const { document, dataAt } = this.#feed.state;
    this.#ended = { sessionId };
    this.#timeline.push({ at: now, epoch: this.#pushedEpoch, document, dataAt, ended: this.#ended });
    this.#publisher?.send({ type: 'ack', seq: this.#feed.state.seq });
    this.#publisher?.close('ended');
    this.#publisher = null;
  }

  /** Passes on what is due: data, the state of the recorder, the end. */
  tick(now: number): void {
    this.#push(now);
    const before = this.#timeline.shown;
    const time = this.#timeline.advance(now);
    const { shown } = this.#timeline;
    const channels = Object.values(this.#channels);
    for (const channel of channels) {
      if (shown.epoch !== before.epoch)
        channel.restart(shown.epoch, shown.document, () => this.#hello(channel, now), now);
      else channel.update(shown.document, now);
    }
    this.#tellRecorder(time, now);
    if (shown.ended !== null && !this.#isOver) {
      this.#isOver = true;
      const message = encode({ type: 'ended', sessionId: shown.ended.sessionId });
      for (const channel of channels) {
        channel.send(message, now);
        channel.close('ended');
      }
    }
    for (const channel of channels) channel.keepAlive(now);
    this.#keepRecorder(now);
  }

  /** Viewers see a new epoch with its first snapshot. */
  #push(now: number): void {
    const { state } = this.#feed;
    if (state === this.#pushed || this.#ended !== null) return;
    this.#pushed = state;
    if (state.seq > 0) this.#pushedEpoch = state.epoch;
    const { document, dataAt } = state;
    this.#timeline.push({ at: now, epoch: this.#pushedEpoch, document, dataAt, ended: null });
  }

  /** When the recorder last sent anything that viewers see, or was registered. */
  get #heardAt(): number {
    return this.#timeline.shown.dataAt ?? Date.parse(this.#registration.startedAt);
  }

  #tellRecorder(time: number, now: number): void {
    const { ended } = this.#timeline.shown;
    const isLost = ended === null && time - this.#heardAt > recorderSilence;
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    if (ended !== null) return;
    const message = this.#recorderMessage();
    for (const channel of Object.values(this.#channels)) channel.send(message, now);
  }

  #recorderMessage(): Message {
    return this.#isLost
      ? encode({ type: 'recorderLost', since: new Date(this.#heardAt).toISOString() })
      : encode({ type: 'recorderBack' });
  }

  #keepRecorder(now: number): void {
    const link = this.#publisher;
    if (link === null) return;
    if (now - Math.max(this.#feed.state.dataAt ?? 0, this.#joinedAt) > deadAfter) {
      this.#publisher = null;
      link.close('silent');
      return;
    }
    if (now - this.#ackedAt < ackInterval) return;
    this.#ackedAt = now;
    link.send({ type: 'ack', seq: this.#feed.state.seq });
  }

  /** Lets a viewer in. */
  watch(link: ViewerLink, view: ViewName, since: Since | null, now: number): void {
    const channel = this.#channels[view];
    const { document, ended } = this.#timeline.shown;
    channel.join(link, document, since, () => this.#hello(channel, now), now);
    if (this.#isOver) {
      link.send(encode({ type: 'ended', sessionId: ended?.sessionId ?? null }));
      channel.leave(link);
      link.close('ended');
    } else if (this.#isLost) {
      link.send(this.#recorderMessage());
    }
  }

  leave(link: ViewerLink, view: ViewName): void {
    this.#channels[view].leave(link);
  }

  resync(link: ViewerLink, view: ViewName, now: number): void {
    this.#channels[view].resync(link, now);
  }

  #hello(channel: Channel, now: number): Message {
    const { id, delaySeconds } = this.#registration;
    const serverTime = new Date(now).toISOString();
    return encode({ type: 'hello', id, ...channel.position, hz, serverTime, delaySeconds });
  }

  /** Closes every connection because the server stops. */
  close(): void {
    this.#publisher?.close('restarting');
    for (const channel of Object.values(this.#channels)) channel.close('restarting');
  }

  /** What lists show, as late as viewers see it. Race data of a private session are left out. */
  summary(): LiveSummary {
    const state = this.#isOver ? 'ended' : this.#isLost ? 'recorderLost' : 'live';
    return summarize(this.#registration, this.#timeline.shown, state);
  }
}
