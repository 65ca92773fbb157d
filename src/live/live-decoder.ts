import * as v from 'valibot';
import { parseJson } from '#contract/json/parse-json';
import { seqOf } from '#contract/live/frame-head';
import { ViewerMessage } from '#contract/live/viewer-messages';

/** The change of one tick, still encoded. */
export interface LiveFrame {
  readonly type: 'frame';
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** A binary message that this version of the app cannot read. */
interface UnreadableFrame {
  readonly type: 'unreadable';
}

/** The message in a WebSocket frame; null for a text that this app does not know. */
export function readMessage(data: string | ArrayBuffer): ViewerMessage | LiveFrame | UnreadableFrame | null {
  if (typeof data === 'string') {
    const result = v.safeParse(ViewerMessage, parseJson(data), { abortEarly: true });
    return result.success ? result.output : null;
  }
  const bytes = new Uint8Array(data);
  try {
    return { type: 'frame', seq: seqOf(bytes), bytes };
  } catch {
    return { type: 'unreadable' };
  }
}
