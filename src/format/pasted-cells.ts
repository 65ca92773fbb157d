import { foldText } from '#contract/text/fold-text';
import { readableLine } from '#contract/text/readable-text';
import { visibleLength } from '#contract/values/text-values';

/** The content of a column in a pasted table. */
export type Column =
  | 'place'
  | 'number'
  | 'name'
  | 'team'
  | 'car'
  | 'grid'
  | 'time'
  | 'timeOrReason'
  | 'bestLap'
  | 'laps'
  | 'status'
  | 'role'
  | 'track'
  | 'date'
  | 'sprint'
  | 'leftOut';

/** Headings as spreadsheets, programs and web pages have them, folded, in six languages. */
const headings: Readonly<Record<Column, string>> = {
  place:
    'pos position place p pl finish platz platzierung rang rank posicion puesto posizione posto posicao lugar clt classement',
  number: '# no nr n number num carnumber racenumber startnummer nummer numero dorsal',
  name: 'driver drivers drivername name fahrer fahrername pilot pilote piloto pilota corredor conductor nom nombre nome player spieler joueur jugador giocatore jogador',
  team: 'team teams teamname constructor constructeur constructora konstrukteur costruttore construtor construtora equipe ecurie escuderia scuderia equipo squadra rennstall mannschaft',
  car: 'car auto wagen fahrzeug voiture coche carro macchina vettura',
  grid: 'grid gridposition finalgrid start startposition startpos startinggrid startingposition startplatz startaufstellung grille depart positiondepart parrilla salida griglia partenza grelha largada partida',
  time: 'time racetime totaltime totalracetime finishtime timegap gap zeit rennzeit gesamtzeit zielzeit abstand ruckstand temps tempscourse tempstotal ecart tiempo tiempototal diferencia tempo tempototal distacco diferenca',
  timeOrReason:
    'timeretired timeretirement zeitausfall zeitausfallgrund tempsabandon tiemporetirada tiemporetirado tiempoabandono temporitiro tempoabandono',
  bestLap:
    'bestlap best bestlaptime besttime fastestlap fastestlaptime fl laptime besterunde schnellsterunde bestzeit meilleurtour meilleurtemps tourrapide tourleplusrapide mejorvuelta mejortiempo vueltarapida migliorgiro migliortempo giroveloce girorapido giropiuveloce melhorvolta melhortempo voltarapida voltamaisrapida q1 q2 q3',
  laps: 'laps numlaps numberoflaps lapscompleted runden tours nbtours vueltas giri voltas',
  status:
    'status resultstatus finishstatus result statut etat resultat ergebnis estado resultado stato risultato situacao',
  role: 'reserve role rolle',
  track: 'track circuit grandprix gp race event country strecke rennen land',
  date: 'date day when datum tag termin',
  sprint: 'sprint sprintweekend format',
  leftOut:
    'points pts pkt punkte puntos punti pontos nat nationality nationalitat nationalite nacionalidad nazionalita nacionalidade flag interval intervall intervalle intervalo intervallo tyre tyres tire tires reifen pneus neumaticos gomme stops pitstops pits boxenstopps arrets paradas soste penalty penalties strafe strafen penalites penalizaciones penalita penalidades warnings id driverid platform engine chassis motor code abbreviation abbr gained change',
};

const columns = new Map(
  Object.entries(headings).flatMap(([column, names]) =>
    names.split(' ').map((name) => [name, column as Column] as const),
  ),
);

const separators = [/\t/u, /[;；]/u, /[,，、]/u];

/** A comma that is the decimal point of a time or a gap. */
const decimalComma = /(\d{1,2}:\d{2}|[+＋]\s*\d{1,3}),(\d{3})(?!\d)/gu;

/** The lines of a pasted text with something to see, without the marks of Markdown, and with the digits of keycap emoji. */
export function pastedLines(text: string): string[] {
  return text
    .split('\n')
    .map(withoutMarkup)
    .filter((line) => readableLine(line.replaceAll(/[\t,;|"]/gu, '')) !== '' && !/^[\s|:+=_-]+$/u.test(line));
}

function withoutMarkup(line: string): string {
  return (
    line
      .replace(/^\s*```\w*\s*$/u, '')
      .replace(/^\s*(?:>+ |#{1,6} |[-*•] )+/u, '')
      .replaceAll(/`+|\*\*|~~|<a?:\w+:\d+>/gu, '')
      // A single mark around words; names may contain it.
      .replaceAll(/(?<![\p{L}\d*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\d*])/gu, '$1')
      .replaceAll(/(?<![\p{L}\d_])__(?=\S)(.+?)(?<=\S)__(?![\p{L}\d_])/gu, '$1')
      .replaceAll(/\\(?=[*_~`|>.#-])/gu, '')
      .replaceAll(/(?:[\d]\ufe0f?\u20e3\s*)+|🔟\s*/gu, (keys) => `${digitsOf(keys)}. `)
      // 1'24"617 and 1h31:44
      .replaceAll(/(\d)['’′](?=\d{2}\b)/gu, '$1:')
      .replaceAll(/(:\d{2})["”″](?=\d{1,3}\b)/gu, '$1.')
      .replaceAll(/\b(\d)\s?h\s?(?=\d{2}:)/gu, '$1:')
      // Footnotes of encyclopedias.
      .replaceAll(/\[(?:\d{1,2}|[a-z])\]|[†‡]/gu, '')
  );
}

function digitsOf(keys: string): string {
  return keys.includes('🔟') ? '10' : keys.replaceAll(/\D/gu, '');
}

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

/** The columns under a line of headings, null for unknown ones; null if the line has no headings. */
export function columnsOf(cells: readonly string[], key: 'name' | 'track'): readonly (Column | null)[] | null {
  const found = cells.map((cell) => columns.get(fold(cell)) ?? null);
  const isAlone = cells.filter((cell) => cell !== '').length === 1;
  if (!found.includes(key) || !(isAlone || found.filter((column) => column !== null).length > 1)) return null;
  // “Car” is the team beside the number of the car.
  const car = found.includes('number') && !found.includes('team') ? 'team' : 'number';
  return found.map((column) => (column === 'car' ? car : column));
}

function fold(cell: string): string {
  // Text in brackets is a unit or a time zone.
  return cell.trim() === '#' ? '#' : foldText(cell).replaceAll(/\([^)]*\)|[^\p{L}\d]/gu, '');
}

/** The visible characters of a text without the empty cells and lines that spreadsheets add. */
export function contentLength(text: string): number {
  return visibleLength(text.trim().replaceAll(/[\t ]{2,}|\s*\n\s*/gu, ' '));
}
