import type { ViewFormat } from '#contract/live/view';
import type { Message } from './message.ts';

/** A connection to a viewer. */
export interface ViewerLink {
  readonly format: ViewFormat;
  /** The first snapshot comes in two messages. */
  readonly takesParts?: boolean;
  /** How much later than others it is sent everything, in ms. */
  readonly delay?: number;
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
