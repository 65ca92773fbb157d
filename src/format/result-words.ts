// How people and programs write how a race ended, and its times.
import { ResultStatus } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';

const { Finished, DidNotFinish, Retired, Disqualified, NotClassified } = ResultStatus;

const words: readonly (readonly [status: ResultStatus | null, words: string])[] = [
  [
    Finished,
    'finished classified imziel gewertet classe termine arrive clasificado terminado classificato arrivato classificado',
  ],
  [
    DidNotFinish,
    'dnf didnotfinish out accident crash collision ausfall ausgefallen unfall abandon abandonne nonarrive abandonnee abandono abandonado abandonada noterminado notermino noacabo ritirato ritirata ritiro rit abbandono naoterminou naocompletou desistencia desistiu',
  ],
  [Retired, 'ret retired retirado retirada retiro'],
  [
    Disqualified,
    'dsq dq dsc ex exc excluded disqualified disqualifiziert disqualifie exclu descalificado descalificada descalif excluido squalificato squalificata sq escluso desclassificado desclassificada desqualificado desqualificada disqualifiee',
  ],
  [
    NotClassified,
    'nc notclassified nichtgewertet nichtklassifiziert nonclasse noclasificado nonclassificato naoclassificado',
  ],
  [
    null,
    'dns didnotstart dnp dnq dnpq wd withdrawn nichtgestartet np nonpartant forfait absent notomolasalida nosalio nonpartito naolargou naopartiu',
  ],
];

/** By its letters alone; null for drivers who did not start. */
const statuses = new Map(words.flatMap(([status, list]) => list.split(' ').map((word) => [word, status] as const)));

/** A cell in which nothing is said, or that the driver is the first. */
export const nothing =
  /^(?:[-–—./]+|n\/?a|no time|no time set|keine zeit|sin tiempo|leader|lider|líder|winner|sieger|vainqueur|ganador|vincitore|vencedor)$/iu;

export const shortStatus = 'DNF|DNS|DSQ|DQ|RET|NC';
/** Names that no driver has. */
const surely = /^(?:DNF|DNS|DSQ)$/u;
const lapWords = 'l|laps?|runden?|tours?|vueltas?|vlts?|gir[oi]|voltas?';
export const laps = new RegExp(`^(\\+?)\\s*(\\d{1,3})\\s*(?:${lapWords})\\.?$`, 'iu');

/** How a race ended; null for drivers who did not start, undefined for any other text. A reason may follow in brackets. */
export function statusOf(text: string): ResultStatus | null | undefined {
  const plain = text.replace(/\(.*\)/u, '').trim();
  const letters = lettersOf(plain);
  // “N, P” is no abbreviation.
  return letters.length < 4 && /[\s,;]/u.test(plain) ? undefined : statuses.get(letters);
}

/** The same with the reason behind it, such as “DNF: brakes” or “Abandon moteur”. */
export function statusWithReason(text: string): ResultStatus | null | undefined {
  const exact = statusOf(text);
  if (exact !== undefined) return exact;
  const [, first = '', mark = '', rest = ''] = /^(\p{L}+\.?)(\s*[:,/–—-]\s*|\s+)(\S.*)$/u.exec(text.trim()) ?? [];
  // Without a mark between them, “Crash Test Dummies” is a team and “Abandon moteur” none.
  const isReason = mark.trim() !== '' || surely.test(first) || (first.length > 4 && /^\p{Ll}/u.test(rest));
  return rest === '' || !isReason ? undefined : statusOf(first);
}

function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}]/gu, '');
}

/** Full-width signs as the others. */
export function plainText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** `41:30.599`, `1:02:03.4`, `41:30`, `1:24,617`, `1:24:617`, `41.30.599` or `24.617` in ms; null for any other text. */
export function milliseconds(text: string): number | null {
  const plain = plainText(text)
    .replace(/[,:](?=\d{3}$)/u, '.')
    .replace(',', '.')
    .replace(/^(?:(\d{1,2})\.)?(\d{1,3})\.(\d{2})\.(?=\d{3}$)/u, (_, hours: string | undefined, minutes, seconds) =>
      [...(hours === undefined ? [] : [hours]), minutes, `${seconds}.`].join(':'),
    );
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,2})(?:\.(\d{1,3}))?$/u.exec(plain);
  if (found === null || !/[:.]/u.test(plain)) return null;
  const [, hours = '0', minutes = '0', seconds = '0', decimals = '0'] = found;
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(decimals.padEnd(3, '0'));
}

/** The part of a text that may be meant as a time or a gap, or null. */
export function timeLike(text: string): string | null {
  return /\S*\d[:.,'’]\d{2}\S*|\S*\d[:.,]\w+[:.,]\d\S*|(?<!\S)\+\s*\d.*/u.exec(plainText(text))?.[0] ?? null;
}
