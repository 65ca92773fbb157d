// One piece: what is dropped depends on what is shown, and on the frames that need one another.
import type { LiveDocument } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import type { RaceBuffer, TimedEntry } from './race-buffer.ts';
import { RaceDocument } from './race-document.ts';

/** The bytes that wait at most; five minutes of 22 cars ten times a second take less than an eighth of them. */
export const longestBuffer = 8 * 2 ** 20;
/** The distance between keyframes, in ms. */
const keyframeInterval = 15_000;

/** A part of the buffer as it is stored: what came in a second or so. Times in ms of the buffer's clock. */
export interface DelaySlice {
  /** Pieces count up; each begins with a keyframe, in its slice 0. */
  readonly piece: number;
  readonly slice: number;
  /** When the piece began. */
  readonly at: number;
  /** The whole document at that time as JSON of a snapshot message; null in later slices. */
  readonly keyframe: string | null;
  readonly entries: readonly TimedEntry[];
}

/** Changes since the buffer was stored. */
export interface DelayChanges {
  readonly added: readonly DelaySlice[];
  /** Pieces below this number are not needed any more. */
  readonly firstPiece: number;
  /** Pieces whose stored slices are removed before the others are added. */
  readonly thinned: readonly number[];
}

interface Piece {
  readonly number: number;
  readonly at: number;
  readonly keyframe: string;
  /** The data of the keyframe as it arrived: it continues the piece before. Null where it continues none. */
  first: TimedEntry | null;
  entries: TimedEntry[];
  bytes: number;
}

/**
 * The data of a race that waits for the delay of this device, bounded in bytes. Changes are kept as they arrive, with a
 * keyframe every 15 seconds. Beyond the limit the changes between the oldest keyframes are dropped first, then the oldest
 * keyframes: the picture moves in steps, or stands still, and never shows what is not due.
 */
export class DelayBuffer implements RaceBuffer {
  readonly #limit: number;
  readonly #onUnreadable: () => void;
  /** The first one is shown, in part, once it has begun. */
  #pieces: Piece[] = [];
  #hasBegun = false;
  /** Whether the shown document is that before the next entry. */
  #isUnbroken = true;
  readonly #head = new RaceDocument();
  #headAt: number | null = null;
  #bytes = 0;
  #number = 0;
  #unsaved: { piece: Piece; entries: TimedEntry[]; slice: number; isFirst: boolean }[] = [];
  #thinned: number[] = [];
  #slices = new Map<number, number>();

  /** `limit` in bytes; `onUnreadable` is called for data that cannot be read, until a snapshot comes. */
  constructor(onUnreadable: () => void, limit = longestBuffer) {
    this.#limit = limit;
    this.#onUnreadable = onUnreadable;
    this.#head.setDecoder(new FrameDecoder());
  }

  /** The bytes of keyframes and entries that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of the last message; null without any. */
  get seq(): number | null {
    return this.#head.keyframe()?.seq ?? null;
  }

  /** Begins with the document that is shown. */
  begin(shown: RaceDocument, at: number): void {
    const keyframe = shown.keyframe();
    if (keyframe === null) return;
    this.#head.apply(keyframe);
    this.#headAt = at;
    this.#startPiece({ at, entry: keyframe });
    this.#hasBegun = true;
    for (const piece of this.#pieces) piece.first = null;
  }

  readonly push = (timed: TimedEntry): void => {
    const { entry, at } = timed;
    if (entry.type === 'ended') {
      if (this.#pieces.length === 0) this.#addPiece(at, '');
      this.#append(timed);
      return;
    }
    this.#headAt = at;
    if (!this.#head.apply(entry)) this.#onUnreadable();
    const last = this.#pieces.at(-1);
    if (last === undefined || entry.type === 'snapshot' || at - last.at >= keyframeInterval) this.#startPiece(timed);
    else this.#append(timed);
    this.#shrink();
  };

  readonly take = (until: number): TimedEntry[] => {
    const taken: TimedEntry[] = [];
    for (;;) {
      const [piece, next] = this.#pieces;
      if (piece === undefined) return taken;
      // A broken chain goes on with the last keyframe that is due.
      if (!this.#hasBegun) {
        if (piece.at > until) return taken;
        if (!this.#isUnbroken && next !== undefined && next.at <= until && !hasEnd(piece)) {
          this.#dropFirst();
          continue;
        }
        const first = this.#isUnbroken && piece.first !== null ? piece.first : keyframeOf(piece);
        if (first !== null) taken.push(first);
        this.#isUnbroken = true;
        this.#hasBegun = true;
      }
      const end = piece.entries.findIndex(({ at }) => at > until);
      for (const timed of piece.entries.splice(0, end === -1 ? piece.entries.length : end)) {
        this.#count(piece, -sizeOf(timed));
        taken.push(timed);
      }
      if (piece.entries.length > 0 || next === undefined || next.at > until) return taken;
      this.#dropFirst();
    }
  };

  readonly nextAt = (): number | null => {
    const [piece, next] = this.#pieces;
    if (piece === undefined) return null;
    return this.#hasBegun ? (piece.entries[0]?.at ?? next?.at ?? null) : piece.at;
  };

  readonly newest = (): { readonly at: number; readonly document: Partial<LiveDocument> } | null => {
    const { tree } = this.#head;
    return tree === null || this.#headAt === null
      ? null
      : { at: this.#headAt, document: tree as Partial<LiveDocument> };
  };

  /** Returns the changes to store and remove since the last call. */
  drainChanges(): DelayChanges {
    const added = this.#unsaved.map(({ piece, entries, slice, isFirst }) => ({
      piece: piece.number,
      slice,
      at: piece.at,
      keyframe: isFirst ? piece.keyframe : null,
      entries,
    }));
    const thinned = this.#thinned;
    this.#unsaved = [];
    this.#thinned = [];
    return { added, thinned, firstPiece: this.#pieces[0]?.number ?? this.#number };
  }

  /** Begins with what an earlier page has stored, in any order; slices after one that is missing are left out. */
  restore(slices: readonly DelaySlice[]): void {
    const sorted = [...slices].sort((one, other) => one.piece - other.piece || one.slice - other.slice);
    for (const { piece: number, slice, at, keyframe, entries } of sorted) {
      if (keyframe !== null) this.#addPiece(at, keyframe, number);
      const last = this.#pieces.at(-1);
      if (last?.number !== number || slice !== (this.#slices.get(number) ?? 0)) continue;
      this.#slices.set(number, slice + 1);
      for (const timed of entries) {
        // Two tabs may have stored at the same time.
        if (timed.entry.type !== 'ended' && timed.entry.seq !== seqAfter(last)) break;
        last.entries.push(timed);
        this.#count(last, sizeOf(timed));
      }
    }
    this.#isUnbroken = false;
    const last = this.#pieces.at(-1);
    const keyframe = last === undefined ? null : keyframeOf(last);
    if (last === undefined || keyframe === null) return;
    for (const { at, entry } of [keyframe, ...last.entries]) {
      if (entry.type !== 'ended') this.#head.apply(entry);
      this.#headAt = at;
    }
  }

  /** Moves all times, when the clock of an earlier page is known better. */
  shift(milliseconds: number): void {
    const later = (timed: TimedEntry) => ({ ...timed, at: timed.at + milliseconds });
    this.#pieces = this.#pieces.map((piece) => ({
      ...piece,
      at: piece.at + milliseconds,
      first: piece.first === null ? null : later(piece.first),
      entries: piece.entries.map(later),
    }));
    if (this.#headAt !== null) this.#headAt += milliseconds;
  }

  #startPiece(first: TimedEntry): void {
    const keyframe = this.#head.keyframe();
    if (keyframe === null) {
      // Data that cannot be read: the store reports it when it is due, or a snapshot comes before.
      if (this.#pieces.length > 0) this.#append(first);
      return;
    }
    const piece = this.#addPiece(first.at, JSON.stringify(keyframe));
    piece.first = first;
    this.#unsaved.push({ piece, entries: [], slice: 0, isFirst: true });
    this.#slices.set(piece.number, 1);
  }

  #addPiece(at: number, keyframe: string, number = this.#number): Piece {
    const piece: Piece = { number, at, keyframe, first: null, entries: [], bytes: 0 };
    this.#number = number + 1;
    this.#pieces.push(piece);
    this.#count(piece, keyframe.length);
    return piece;
  }

  #append(timed: TimedEntry): void {
    const piece = this.#pieces.at(-1);
    if (piece === undefined) return;
    piece.entries.push(timed);
    this.#count(piece, sizeOf(timed));
    const last = this.#unsaved.at(-1);
    if (last?.piece.number === piece.number) {
      last.entries.push(timed);
      return;
    }
    const slice = this.#slices.get(piece.number) ?? 0;
    this.#slices.set(piece.number, slice + 1);
    this.#unsaved.push({ piece, entries: [timed], slice, isFirst: false });
  }

  #count(piece: Piece, bytes: number): void {
    piece.bytes += bytes;
    this.#bytes += bytes;
  }

  #dropFirst(): void {
    const piece = this.#pieces.shift();
    if (piece === undefined) return;
    this.#bytes -= piece.bytes;
    this.#slices.delete(piece.number);
    this.#unsaved = this.#unsaved.filter((unsaved) => unsaved.piece.number !== piece.number);
    this.#hasBegun = false;
  }

  /** Drops the oldest until the rest fits. The last piece stays. */
  #shrink(): void {
    for (const [index, piece] of this.#pieces.entries()) {
      if (this.#bytes <= this.#limit) return;
      if (index < this.#pieces.length - 1 && piece.entries.length > 0) this.#thin(piece);
    }
    while (this.#bytes > this.#limit && this.#pieces.length > 2) {
      // The keyframe of the piece that is shown is needed after a reload.
      const [dropped] = this.#pieces.splice(1, 1);
      if (dropped === undefined) return;
      this.#bytes -= dropped.bytes;
      this.#thinned.push(dropped.number);
      this.#unsaved = this.#unsaved.filter(({ piece }) => piece.number !== dropped.number);
      this.#breakAfter(this.#pieces[0] as Piece);
    }
  }

  #thin(piece: Piece): void {
    this.#breakAfter(piece);
    this.#bytes -= piece.bytes;
    piece.entries = piece.entries.filter(({ entry }) => entry.type === 'ended');
    piece.bytes = piece.keyframe.length;
    this.#bytes += piece.bytes;
    this.#thinned.push(piece.number);
    this.#unsaved = this.#unsaved.filter((unsaved) => unsaved.piece.number !== piece.number);
    this.#unsaved.push({ piece, entries: [...piece.entries], slice: 0, isFirst: true });
    this.#slices.set(piece.number, 1);
  }

  /** The piece after this one continues nothing. */
  #breakAfter(piece: Piece): void {
    const next = this.#pieces[this.#pieces.indexOf(piece) + 1];
    if (next !== undefined) next.first = null;
  }
}

/** The number of the message that continues a piece. */
function seqAfter(piece: Piece): number | null {
  const last = piece.entries.at(-1)?.entry ?? keyframeOf(piece)?.entry;
  return last === undefined || last.type === 'ended' ? null : last.seq + 1;
}

function hasEnd(piece: Piece): boolean {
  return piece.entries.some(({ entry }) => entry.type === 'ended');
}

function keyframeOf({ at, keyframe }: Piece): TimedEntry | null {
  return keyframe === '' ? null : { at, entry: JSON.parse(keyframe) };
}

/** The overhead of an entry's object beside its data, in bytes. */
const entryOverhead = 100;

function sizeOf({ entry }: TimedEntry): number {
  if (entry.type === 'frame') return entryOverhead + entry.bytes.byteLength;
  return entryOverhead + (entry.type === 'delta' ? JSON.stringify(entry.patch).length : 0);
}
