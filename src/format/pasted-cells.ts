import { foldText } from '#contract/text/fold-text';
import { readableLine } from '#contract/text/readable-text';
import { visibleLength } from '#contract/values/text-values';

/** What a column of a pasted table holds. */
export type Column =
  | 'place'
  | 'number'
  | 'name'
  | 'team'
  | 'grid'
  | 'time'
  | 'bestLap'
  | 'laps'
  | 'status'
  | 'track'
  | 'date'
  | 'sprint';

/** Headings as spreadsheets have them, folded, in English and German. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  place: ['pos', 'position', 'place', 'p', 'finish', 'platz', 'platzierung', 'rang', 'rank'],
  number: ['#', 'no', 'nr', 'number', 'num', 'car', 'carnumber', 'racenumber', 'startnummer', 'nummer'],
  name: [
    'driver',
    'drivers',
    'drivername',
    'name',
    'fahrer',
    'fahrername',
    'pilot',
    'pilote',
    'piloto',
    'player',
    'spieler',
  ],
  team: ['team', 'teams', 'constructor', 'konstrukteur', 'equipe', 'escuderia', 'scuderia'],
  grid: ['grid', 'gridposition', 'start', 'startposition', 'startpos', 'startplatz'],
  time: [
    'time',
    'racetime',
    'totaltime',
    'timegap',
    'timeretired',
    'gap',
    'zeit',
    'rennzeit',
    'gesamtzeit',
    'abstand',
    'ruckstand',
  ],
  bestLap: [
    'bestlap',
    'best',
    'fastestlap',
    'fl',
    'laptime',
    'besterunde',
    'schnellsterunde',
    'bestzeit',
    'q1',
    'q2',
    'q3',
  ],
  laps: ['laps', 'runden'],
  status: ['status', 'reserve', 'role', 'rolle'],
  track: ['track', 'circuit', 'grandprix', 'gp', 'race', 'event', 'country', 'strecke', 'rennen', 'land'],
  date: ['date', 'day', 'when', 'datum', 'tag', 'termin'],
  sprint: ['sprint', 'sprintweekend', 'format'],
};

const columns = new Map(
  Object.entries(headings).flatMap(([column, names]) => names.map((name) => [name, column as Column] as const)),
);

const separators = [/\t/u, /[;；]/u, /[,，、]/u];

/** A comma that is the decimal point of a time or a gap. */
const decimalComma = /(\d{1,2}:\d{2}|[+＋]\s*\d{1,3}),(\d{3})(?!\d)/gu;

/** The cells of a line as spreadsheets, files and chats separate them: by tabs, semicolons, commas, or bars around the line. */
export function cellsOf(line: string): string[] {
  const bars = /^\s*\|(.*?)\|?\s*$/u.exec(line)?.[1];
  if (bars !== undefined) return bars.split('|').map((cell) => readableLine(cell));
  const separator = separators.find((each) => each.test(line)) ?? /,/u;
  const plain = line.includes('\t') || /[;；]/u.test(line) ? line : line.replaceAll(decimalComma, '$1.$2');
  // Outside of quotes there is an even number of them to the end.
  const isQuoted = (plain.split('"').length - 1) % 2 === 0;
  const between = isQuoted ? new RegExp(`${separator.source}(?=(?:[^"]*"[^"]*")*[^"]*$)`, 'u') : separator;
  return plain.split(between).map((cell) =>
    readableLine(
      cell
        .trim()
        .replace(/^"(.*)"$/u, '$1')
        .replaceAll('""', '"'),
    ),
  );
}

/** What the columns under a line of headings hold, null for others; null when the line has none. */
export function columnsOf(cells: readonly string[], key: 'name' | 'track'): readonly (Column | null)[] | null {
  const found = cells.map((cell) => columns.get(fold(cell)) ?? null);
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  return found.includes(key) && (isAlone || found.filter((column) => column !== null).length > 1) ? found : null;
}

function fold(cell: string): string {
  // What is in brackets is a unit or a time zone.
  return cell.trim() === '#' ? '#' : foldText(cell).replaceAll(/\([^)]*\)|[^\p{L}\d]/gu, '');
}

/** The visible characters of a text without the empty cells and lines that spreadsheets add. */
export function contentLength(text: string): number {
  return visibleLength(text.trim().replaceAll(/[\t ]{2,}|\s*\n\s*/gu, ' '));
}
