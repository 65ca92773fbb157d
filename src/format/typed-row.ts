import { ResultStatus } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';
import type { Column } from './pasted-cells.ts';
import { milliseconds, nothing, plainText } from './result-words.ts';
import {
  bestLap,
  bestLapWithoutTime,
  blankLine,
  checked,
  readResult,
  readStatus,
  type TypedLine,
} from './typed-parts.ts';

const pitLane = /^(?:pl|pit ?lane|boxengasse|stands?|voie des stands|boxes?|pit)$/iu;

/** A line under headings; what is wrong with it as a sentence. */
export function readRow(cells: readonly string[], columns: readonly (Column | null)[]): TypedLine | string {
  const line = blankLine();
  const doubts: string[] = [];
  for (const [index, cell] of cells.entries()) {
    if (cell === '' || nothing.test(cell)) continue;
    const column = columns[index];
    if (column === undefined) return `“${cell}” has no heading above it.`;
    const problem = column === null ? readUnknown(line, cell) : readCell(line, column, cell, doubts);
    if (problem !== null) return problem;
  }
  // The text in place of a time is the reason for a car that is out.
  const [problem] = doubts;
  if (problem !== undefined && line.status === ResultStatus.Finished && line.hasStarted) return problem;
  return checked({ ...line, name: withoutCode(line.name) });
}

/** Reads a cell under its heading; what is wrong with it as a sentence, or null. */
function readCell(line: TypedLine, column: Column, cell: string, doubts: string[]): string | null {
  const digits = /^P?(\d{1,3})\.?$/iu.exec(plainText(cell))?.[1];
  switch (column) {
    case 'name':
      line.name = cell;
      return null;
    case 'team':
      line.team = cell;
      return null;
    case 'laps':
      line.laps = digits === undefined ? null : Number(digits);
      return digits === undefined && readResult(line, cell) !== null ? `“${cell}” is not a number of laps.` : null;
    case 'grid':
      if (digits === undefined) return pitLane.test(cell) ? null : `“${cell}” is not a place on the grid.`;
      line.grid = Number(digits);
      return null;
    case 'bestLap': {
      const lap = milliseconds(cell);
      if (bestLap.exec(cell)?.[1] === '') return bestLapWithoutTime;
      if (lap === null && !readStatus(line, cell)) return `“${cell}” is not the time of a lap, such as 1:24.617.`;
      line.bestLap = lap ?? line.bestLap;
      return null;
    }
    case 'place':
    case 'status':
    case 'time':
    case 'timeOrReason':
      if (digits !== undefined && column !== 'time' && column !== 'timeOrReason') {
        if (column === 'place' || line.place === null) Object.assign(line, { place: Number(digits), isPlaced: true });
        return null;
      }
      return readOutcome(line, column, cell, doubts);
    default:
      return null;
  }
}

/** Reads how a race ended, in words or as a time. */
function readOutcome(line: TypedLine, column: Column, cell: string, doubts: string[]): string | null {
  if (bestLap.exec(cell)?.[1] === '') return bestLapWithoutTime;
  const problem = readResult(line, cell);
  if (problem !== undefined) return problem;
  if (column === 'place') return `“${cell}” is neither a place nor how a race ended, such as DNF.`;
  if (column === 'timeOrReason') {
    // Under “Time/Retired”, what is not a time is why the car retired.
    if (line.status === ResultStatus.Finished) line.status = ResultStatus.DidNotFinish;
    return null;
  }
  doubts.push(
    column === 'status'
      ? `“${cell}” is not how a race ended, such as DNF.`
      : `“${cell}” is not a time, such as 41:30.599. Who did not finish has DNF, DSQ or NC.`,
  );
  return null;
}

/** A cell under a heading that is not known: numbers and how a race ended can be read, any other text may be anything. */
function readUnknown(line: TypedLine, cell: string): string | null {
  if (/^[\d\s.,:%+#-]+$/u.test(plainText(cell)) || readStatus(line, cell)) return null;
  return `the heading above “${cell}” is not known: call it Place, Driver, Team, Time, Best lap, Grid, Laps or Status, or leave the column out.`;
}

/** A name without the code that timing pages write behind it: “Ada KestrelKES”. */
function withoutCode(name: string): string {
  const [, rest = '', code = ''] = /^(.*[\p{Ll}])\s?(\p{Lu}{3})$/u.exec(name) ?? [];
  const words = foldText(rest).split(' ');
  return code !== '' && words.length > 1 && words.some((word) => word.startsWith(foldText(code))) ? rest.trim() : name;
}
