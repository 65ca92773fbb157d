// One piece: viewers rely on the order in which a tick sends data, the recorder's state and the end.

import type { FieldError } from '#contract/api/problem';
import type { LiveSummary } from '#contract/entities/live-session';
import { type PublisherReply, recorderSilence } from '#contract/live/publisher-messages';
import type { ViewName } from '#contract/live/view';
import type { Past } from '../domain/live-races.ts';
import { Channel, type ReplicationSink } from './channel.ts';
import type { Hello } from './delayed-viewers.ts';
import { Feed, type FeedState } from './feed.ts';
import type { DataMessage } from './merged-message.ts';
import { encode, hello, type Message } from './message.ts';
import type { Registration } from './registration.ts';
import { summarize } from './summary.ts';
import { type Moment, Timeline } from './timeline.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

/** A connection to a recorder. */
export interface PublisherLink {
  readonly send: (reply: PublisherReply) => void;
  /** Applies what waited for its budget. */
  readonly flush?: () => void;
  /** Counts time that its live race has taken, in ms. */
  readonly spend?: (time: number) => void;
  readonly close: (reason: 'ended' | 'replaced' | 'removed' | 'silent' | 'restarting') => void;
}

/** The connection of a recorder that sent nothing for this long is dead, in ms. */
const deadAfter = 10_000;
const ackInterval = 1_000;
/** The interval of signs of life to other servers, in ms. */
const aliveInterval = 1_000;
/** The stored state is shown after waiting this long for the recorder, in ms. */
const waitingTime = 3_000;

export interface LiveRaceOptions {
  /** Replicates the live race to other servers; null when there is only this one. */
  readonly sink: ReplicationSink | null;
  /** Show nothing before the recorder has sent something: viewers may have seen more than the stored state. */
  readonly isWaiting: boolean;
  /** What was shown before, oldest first, for viewers with a delay. */
  readonly past?: readonly Past[];
}

/** The options when there is only one server. */
export const soleServer: LiveRaceOptions = { sink: null, isWaiting: false };

/** One live race: the data of the recorder, and its viewers. */
export class LiveRace {
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
  #isWaiting: boolean;
  /** The recorder has sent something to this server. */
  #hasReceived = false;
  #aliveAt = Number.NEGATIVE_INFINITY;
  /** When this server took it up. */
  readonly openedAt: number;
  readonly #sink: ReplicationSink | null;
  readonly #hello: Hello = (...position) => hello(this.#registration, ...position);

  constructor(registration: Registration, state: FeedState, now: number, { sink, isWaiting, past = [] } = soleServer) {
    this.#sink = sink;
    this.#isWaiting = isWaiting;
    this.openedAt = now;
    this.#registration = registration;
    this.#feed = new Feed(state, registration);
    this.#pushed = state;
    this.#pushedEpoch = state.epoch;
    const { epoch, document, dataAt } = state;
    const moment = { at: now, epoch, document, dataAt, ended: null };
    const { delaySeconds } = registration;
    // The stored state has not been delayed yet.
    this.#timeline = new Timeline(delaySeconds * 1_000, delaySeconds === 0 ? moment : { ...moment, document: null });
    if (delaySeconds > 0 && document !== null) this.#timeline.push(moment);
    this.#channels = {
      full: new Channel('full', { epoch, past }, sink),
      table: new Channel('table', { epoch, past }, sink),
    };
  }

  get registration(): Registration {
    return this.#registration;
  }

  get state(): FeedState {
    return this.#feed.state;
  }

  /** The recorder has ended it. Viewers see that after the delay. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** The end was sent to its viewers. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The end was sent to all its viewers, with a delay or without. */
  get isDone(): boolean {
    return this.#isOver && Object.values(this.#channels).every(({ audience }) => audience.size === 0);
  }

  /** Whether nothing is shown yet: the recorder has not come back. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The user has registered the live race again: the recorder before is cut off. */
  takeOver(registration: Registration, epoch: number, reason: 'replaced' | 'removed' = 'replaced'): void {
    const { keyHash } = registration;
    const isKeyNew = keyHash !== null && keyHash !== this.#registration.keyHash;
    this.#registration = registration;
    // Viewers have shown another key, or none.
    if (isKeyNew) for (const { audience } of Object.values(this.#channels)) audience.close('forbidden');
    this.#timeline.delay = registration.delaySeconds * 1_000;
    this.#feed.restart(epoch);
    this.#publisher?.close(reason);
    this.#publisher = null;
  }

  /** A recorder has connected. One that was connected before is cut off. */
  attach(link: PublisherLink, now: number): void {
    if (this.#publisher !== link) this.#publisher?.close('replaced');
    this.#publisher = link;
    this.#joinedAt = now;
    this.#ackedAt = now;
    const { epoch, seq } = this.#feed.state;
    link.send({ type: 'ready', epoch, seq });
  }

  detach(link: PublisherLink): void {
    if (this.#publisher === link) this.#publisher = null;
  }

  /** Takes in data of the recorder. Returns what of it was not used. */
  receive(link: PublisherLink, message: DataMessage, now: number): readonly FieldError[] {
    if (this.#publisher !== link || this.hasEnded) return [];
    const { missingFrom, errors } = this.#feed.receive(message, now);
    if (missingFrom !== null) link.send({ type: 'resend', from: missingFrom });
    else this.#hasReceived = true;
    return errors;
  }

  /** The live race is over; `sessionId` is where it is stored. */
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

  /** Counts time that this live race has taken towards the budget of its recorder, in ms. */
  spend(time: number): void {
    this.#publisher?.spend?.(time);
  }

  /** Sends due data, the state of the recorder, and the end. */
  tick(now: number): void {
    this.#publisher?.flush?.();
    const hasWaited = now - this.openedAt > waitingTime && this.#feed.state.document !== null;
    // Not before this tick: until then a viewer would get the stored state.
    if (this.#hasReceived || hasWaited || this.hasEnded) this.#isWaiting = false;
    if (this.#isWaiting) {
      this.#keepRecorder(now);
      return;
    }
    this.#push(now);
    const before = this.#timeline.shown;
    const time = this.#timeline.advance(now);
    const { shown } = this.#timeline;
    const channels = Object.values(this.#channels);
    for (const channel of channels) {
      if (shown.epoch !== before.epoch) channel.restart(shown.epoch, shown.document, this.#hello, now);
      else channel.update(shown.document, now);
    }
    this.#broadcastRecorderState(time, now);
    if (shown.ended !== null && !this.#isOver) {
      this.#isOver = true;
      this.#broadcast(this.#endMessage(), now, true);
      for (const { audience } of channels) audience.close('ended');
    }
    for (const { audience } of channels) audience.keepAlive(now);
    this.#keepRecorder(now);
    if (this.#sink === null || now - this.#aliveAt < aliveInterval) return;
    this.#aliveAt = now;
    // Other servers may have missed the end.
    if (this.#isOver) this.#sink.message(shown.epoch, this.#endMessage());
    else this.#sink.alive(shown.epoch);
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

  /** When the recorder last sent anything that viewers see, or the live race was taken up. */
  get #lastMessageAt(): number {
    return this.#timeline.shown.dataAt ?? this.openedAt;
  }

  #broadcastRecorderState(time: number, now: number): void {
    const { ended } = this.#timeline.shown;
    const isLost = ended === null && time - this.#lastMessageAt > recorderSilence;
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    if (ended !== null) return;
    this.#broadcast(this.#recorderMessage(), now);
  }

  /** Sends a message to all viewers, here and on other servers. */
  #broadcast(message: Message, now: number, isEnd = false): void {
    for (const { audience } of Object.values(this.#channels)) audience.send(message, now, isEnd);
    this.#sink?.message(this.#timeline.shown.epoch, message);
  }

  #recorderMessage(): Message {
    return this.#isLost
      ? encode({ type: 'recorderLost', since: new Date(this.#lastMessageAt).toISOString() })
      : encode({ type: 'recorderBack' });
  }

  #endMessage(): Message {
    return encode({ type: 'ended', sessionId: this.#timeline.shown.ended?.sessionId ?? null });
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
    const { document } = this.#timeline.shown;
    channel.join(link, document, since, this.#hello, now);
    if (link.delay) return;
    if (this.#isOver) {
      link.send(this.#endMessage());
      channel.audience.leave(link);
      link.close('ended');
    } else if (this.#isLost) {
      link.send(this.#recorderMessage());
    }
  }

  leave(link: ViewerLink, view: ViewName): void {
    this.#channels[view].audience.leave(link);
  }

  resync(link: ViewerLink, view: ViewName, now: number): void {
    this.#channels[view].audience.resync(link, now);
  }

  /** Closes every connection because the server stops. */
  close(): void {
    this.#publisher?.close('restarting');
    for (const { audience } of Object.values(this.#channels)) audience.close('restarting');
  }

  /** The summary for lists, as late as viewers see it. Race data of a private live race are left out. */
  summary(): LiveSummary {
    const state = this.#isOver ? 'ended' : this.#isLost ? 'recorderLost' : 'live';
    return summarize(this.#registration, this.#timeline.shown, state);
  }
}
