import { grouped } from '../grouped.ts';
import type { LapShape } from './lap-shape.ts';

/** The lap of a track, and where its first two sectors end, as parts of the lap. */
export interface ReplayLap extends LapShape {
  /** In m. */
  readonly length: number;
  readonly sectorEnds: readonly [number, number];
}

/** A lap of a car, in ms since the start of the session. */
export interface DrivenLap {
  /** Laps out of the garage, into it, or between two fast ones are not stored. */
  readonly kind: 'timed' | 'out' | 'in';
  readonly from: number;
  readonly to: number;
  /** The ends of its first two sectors; null where a time is missing. */
  readonly first: number | null;
  readonly second: number | null;
}

/** A time in the pit lane at the end of a lap: for tyres, until a stopped race goes on, or in the garage. */
export interface PitVisit {
  readonly from: number;
  readonly to: number;
  /** The lap that it ends, from 1. */
  readonly lap: number;
  /** Where the car stands, in m after the line. */
  readonly place: number;
  /** How long it stands there; null: as long as there is time. */
  readonly standing: number | null;
}

export interface CarInput {
  /** The place on the grid, from 1; null for a car that does not start from one. */
  readonly grid: number | null;
  readonly laps: readonly DrivenLap[];
  readonly visits: readonly PitVisit[];
  /** The lap that was not completed: from when to when it was driven, and how long all of it would take. Null for none. */
  readonly rest: { readonly from: number; readonly until: number; readonly lapTime: number } | null;
}

/** Where a car is, from its laps and sectors. Distances are m after the start line, all laps together; they never fall. */
export interface CarPath {
  readonly distanceAt: (time: number) => number;
  /** When it passes a distance; null where it does not get there. */
  readonly timeAt: (distance: number) => number | null;
}

/** A piece of the way: round the course with its corners, from a standstill, or at one speed. */
interface Piece {
  readonly kind: 'course' | 'start' | 'steady';
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** From one place on the grid to the next, and from the first one to the line, in m. */
const gridStep = 8;
const gridOffset = 12;
/** A standing start takes so long to racing speed, in ms, over this distance, in m. */
const startTime = 7_500;
const startDistance = 260;
/** The limit in the pit lane, in m per ms. */
const pitSpeed = 80 / 3_600;

/** The way of a car. */
export function carPath(car: CarInput, lap: ReplayLap): CarPath {
  const pieces = piecesOf(car, lap);
  const begin = pieces[0]?.start ?? -placeOnGrid(car.grid);
  return {
    distanceAt: (time) => {
      const piece = findPiece(pieces, time, 'from');
      return piece === undefined ? begin : distanceIn(lap, piece, time);
    },
    timeAt: (distance) => {
      const piece = findPiece(pieces, distance, 'start');
      return piece === undefined || distance > piece.end ? null : timeIn(lap, piece, distance);
    },
  };
}

function placeOnGrid(grid: number | null): number {
  return gridOffset + gridStep * ((grid ?? 1) - 1);
}

/** The last piece that begins at or before a value. */
function findPiece(pieces: readonly Piece[], value: number, key: 'from' | 'start'): Piece | undefined {
  let [low, high] = [-1, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.[key] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function distanceIn(lap: ReplayLap, { kind, from, to, start, end }: Piece, time: number): number {
  if (time >= to) return end;
  const part = (time - from) / (to - from);
  if (kind !== 'course') return start + (end - start) * (kind === 'start' ? part ** 2 : part);
  const [first, last, lapsBefore] = partsOfTime(lap, start, end);
  const place = (lapsBefore + lap.distanceAfter(first + (last - first) * part)) * lap.length;
  return Math.min(end, Math.max(start, place));
}

function timeIn(lap: ReplayLap, { kind, from, to, start, end }: Piece, distance: number): number {
  if (end <= start) return from;
  const way = (distance - start) / (end - start);
  if (kind !== 'course') return from + (to - from) * (kind === 'start' ? Math.sqrt(way) : way);
  const [first, last, lapsBefore] = partsOfTime(lap, start, end);
  const here = lap.timeAfter(distance / lap.length - lapsBefore);
  return from + (to - from) * Math.min(1, Math.max(0, (here - first) / (last - first)));
}

/** The parts of the lap time at both ends of a piece, which is within one lap, and the laps before. */
function partsOfTime(lap: ReplayLap, start: number, end: number): [first: number, last: number, lapsBefore: number] {
  const lapsBefore = Math.floor((start + end) / 2 / lap.length);
  const partAt = (distance: number) => lap.timeAfter(distance / lap.length - lapsBefore);
  return [partAt(start), partAt(end), lapsBefore];
}

function piecesOf({ grid, laps, visits, rest }: CarInput, lap: ReplayLap): Piece[] {
  const pieces: Piece[] = [];
  const byLap = grouped(visits, (visit) => visit.lap);
  for (const [index, driven] of laps.entries()) {
    const base = index * lap.length;
    const lapEnd = base + lap.length;
    addBeginning(driven.from, index, base);
    const { first, second, to } = driven;
    if (first !== null) add('course', first, base + lap.sectorEnds[0] * lap.length);
    if (first !== null && second !== null) add('course', second, base + lap.sectorEnds[1] * lap.length);
    const entry = byLap.get(index + 1)?.find((visit) => visit.from < to);
    if (entry !== undefined) {
      // A car whose box is before the line stands there.
      const rolling = to - entry.from - (hasBoxBehind(entry, to) ? 0 : Math.min(entry.standing ?? 0, to - entry.from));
      add('course', entry.from, lapEnd - pitSpeed * rolling);
      add('steady', to, lapEnd);
    } else add('course', to, lapEnd);
  }
  if (rest !== null) {
    const base = laps.length * lap.length;
    addBeginning(rest.from, laps.length, base);
    const part = Math.min(0.99, Math.max(0, rest.until - rest.from) / rest.lapTime);
    add('course', rest.until, Math.max(pieces.at(-1)?.end ?? base, base + lap.distanceAfter(part) * lap.length));
  }
  return pieces;

  function add(kind: Piece['kind'], to: number, end: number): void {
    const last = pieces.at(-1);
    if (last === undefined || to <= last.to) return;
    pieces.push({ kind, from: last.to, to, start: last.end, end: Math.max(last.end, end) });
  }

  /** The standing start, the way out of the pits, or nothing: a lap begins where the last one ended. */
  function addBeginning(from: number, index: number, base: number): void {
    const end = pieces.at(-1)?.to;
    if (index === 0 && grid !== null) {
      const start = -placeOnGrid(grid);
      pieces.push({ kind: 'start', from, to: from + startTime, start, end: start + startDistance });
      return;
    }
    // Time that was not recorded passes at the line.
    if (end === undefined || end < from)
      pieces.push({ kind: 'steady', from: end ?? from, to: from, start: base, end: base });
    const visit = byLap.get(index)?.[0];
    if (visit === undefined || visit.to <= from) return;
    if (!hasBoxBehind(visit, from)) {
      add('steady', visit.to, base + pitSpeed * (visit.to - from));
      return;
    }
    const box = from + visit.place / pitSpeed;
    const leaves = visit.standing === null ? Math.max(box, visit.to - 3_000) : box + visit.standing;
    add('steady', box, base + visit.place);
    add('steady', leaves, base + visit.place);
    add('steady', visit.to, base + visit.place + pitSpeed * (visit.to - leaves));
  }
}

/** Whether there is time after the line to get to the box and to stand there. */
function hasBoxBehind({ to, place, standing }: PitVisit, line: number): boolean {
  return to - line > place / pitSpeed + (standing ?? 0);
}
