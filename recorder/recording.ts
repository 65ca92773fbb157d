import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { LiveDocument, treeOf } from '#contract/live/document';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import { PublisherMessage } from '#contract/live/publisher-messages';
import type { ViewerMessage } from '#contract/live/viewer-messages';

/** A file is not a recording; the message says where. */
export class NotARecording extends Error {}

/**
 * Turns the messages to a viewer into those of a recorder, one a line: a snapshot, patches, the end. A recording that
 * was interrupted goes on with another snapshot. `now` is in ms since 1970.
 */
export function createRecording(write: (message: PublisherMessage) => void): {
  readonly add: (message: ViewerMessage, now: number) => void;
} {
  let start: number | null = null;
  /** What there is of a document before the recorder's first one: its changes are no part of a recording. */
  let pending: Tree | null = {};
  let seq = 0;
  return {
    add: (message, now) => {
      if (message.type === 'ended') write({ type: 'end' });
      if (message.type !== 'snapshot' && message.type !== 'delta') return;
      if (message.type === 'delta' && pending === null) {
        seq += 1;
        write({ type: 'patch', seq, t: now - (start ?? now), patch: message.patch });
        return;
      }
      const tree =
        message.type === 'snapshot'
          ? treeOf(message.document as LiveDocument)
          : applyPatch(pending ?? {}, message.patch);
      const document = v.safeParse(LiveDocument, tree);
      pending = document.success ? null : tree;
      if (!document.success) return;
      start ??= startOf(document.output, now);
      seq += 1;
      write({ type: 'snapshot', seq, t: now - start, document: document.output });
    },
  };
}

/** When a session started, in ms since 1970: now, when its own time cannot be true. */
function startOf({ sessionStartTime }: { readonly sessionStartTime?: string }, now: number): number {
  const start = Date.parse(sessionStartTime ?? '');
  return start <= now && now - start < 86_400_000 ? start : now;
}

interface Playback {
  /** 1 is as fast as it was recorded. */
  readonly speed: number;
  readonly update: (document: LiveDocument, t: number) => void;
  /** How often it is called at most, in ms. */
  readonly interval?: number;
}

/** Plays the lines of a recording at its own pace, or a multiple of it. @throws NotARecording. */
export async function playRecording(lines: AsyncIterable<string>, playback: Playback): Promise<void> {
  const { speed, update, interval = 100 } = playback;
  const begun = performance.now();
  let first: number | null = null;
  let current: { document: Tree; t: number } | null = null;
  let number = 0;
  const show = () => {
    if (current !== null) update(parseDocument(current.document, number), current.t);
  };
  for await (const line of lines) {
    number += 1;
    const message = parseLine(line, number);
    if (message.type === 'end') break;
    if (message.type === 'auth') throw new NotARecording(`line ${number} is no part of a recording`);
    first ??= message.t;
    const due = (message.t - first) / speed;
    for (let left = due - (performance.now() - begun); left > 0; left = due - (performance.now() - begun)) {
      show();
      await wait(Math.min(interval, left));
    }
    if (message.type === 'snapshot') current = { document: treeOf(message.document), t: message.t };
    else if (current === null) throw new NotARecording('it does not begin with a snapshot');
    else current = { document: applyPatch(current.document, message.patch), t: message.t };
  }
  if (current === null) throw new NotARecording('it is empty');
  show();
}

function parseLine(line: string, number: number): PublisherMessage {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), PublisherMessage), line, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new NotARecording(`line ${number}: ${v.getDotPath(issue) ?? ''} ${issue.message}`.replace('  ', ' '));
}

function parseDocument(tree: Tree, number: number): LiveDocument {
  if (v.is(LiveDocument, tree)) return tree;
  throw new NotARecording(`up to line ${number} the changes leave no session`);
}
