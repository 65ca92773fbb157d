import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/scoring';
import { parseNumber } from './points-table.ts';
import { formatPoints } from './time.ts';

/** A ruling as it is typed. */
export interface RulingTexts {
  /** Empty: the latest race. */
  readonly sessionId: string;
  readonly kind: RulingCreate['kind'];
  readonly carIndex: number | null;
  /** Seconds, places or points. */
  readonly amount: string;
  readonly reason: string;
}

/** The empty form of a ruling. */
export const blankRuling: RulingTexts = { sessionId: '', kind: 'time', carIndex: null, amount: '', reason: '' };

/** The names of a kind of ruling and of its amount, with frequent amounts. */
export const rulingKinds: readonly {
  readonly kind: RulingCreate['kind'];
  readonly label: string;
  readonly amount: {
    readonly label: string;
    readonly hint: string;
    /** The error for other values. */
    readonly wrong: string;
    readonly usual: readonly string[];
  } | null;
}[] = [
  {
    kind: 'time',
    label: 'Time',
    amount: {
      label: 'Seconds',
      hint: 'Added to the race time; with a minus, taken off.',
      wrong: 'This must be a number of seconds other than 0, at most a day.',
      usual: ['5', '10', '30', '-5'],
    },
  },
  {
    kind: 'places',
    label: 'Places',
    amount: {
      label: 'Places',
      hint: 'Moved back; with a minus, moved forward.',
      wrong: 'This must be a whole number from −63 to 63, and not 0.',
      usual: ['1', '3', '5', '-1'],
    },
  },
  {
    kind: 'points',
    label: 'Points',
    amount: {
      label: 'Points',
      hint: 'Added to the championship; with a minus, taken off.',
      wrong: 'This must be a number from −1,000 to 1,000, and not 0.',
      usual: ['-1', '-3', '-5', '1'],
    },
  },
  { kind: 'disqualify', label: 'Disqualify', amount: null },
  { kind: 'reinstate', label: 'Reinstate', amount: null },
  { kind: 'excludeSession', label: 'Session does not count', amount: null },
];

/** The typed ruling on a session, or null while something is missing. A preview needs no reason. */
export function rulingIn(texts: RulingTexts, sessionId: string, reason = texts.reason.trim()): RulingCreate | null {
  const { kind, carIndex } = texts;
  if (reason === '' || sessionId === '') return null;
  const made = { sessionId, reason };
  if (kind === 'excludeSession') return { ...made, kind };
  if (carIndex === null) return null;
  if (kind === 'disqualify' || kind === 'reinstate') return { ...made, kind, carIndex };
  const amount = parseNumber(texts.amount);
  if (amount === null || amount === 0) return null;
  switch (kind) {
    case 'time':
      return Math.abs(amount) <= 86_400 ? { ...made, kind, carIndex, milliseconds: Math.round(amount * 1_000) } : null;
    case 'places':
      return Number.isInteger(amount) && Math.abs(amount) <= 63 ? { ...made, kind, carIndex, places: amount } : null;
    case 'points':
      return Math.abs(amount) <= 1_000 ? { ...made, kind, carIndex, points: amount } : null;
  }
}

/** The effect of a ruling: `+5 s`, `3 places back`, `−7 points`, `Disqualified`. */
export function rulingText(ruling: RulingCreate | Ruling): string {
  switch (ruling.kind) {
    case 'time':
      return `${signed(ruling.milliseconds / 1_000)} s`;
    case 'places':
      return `${plural(Math.abs(ruling.places), 'place')} ${ruling.places < 0 ? 'forward' : 'back'}`;
    case 'points':
      return `${signed(ruling.points)} ${Math.abs(ruling.points) === 1 ? 'point' : 'points'}`;
    case 'disqualify':
      return 'Disqualified';
    case 'reinstate':
      return 'Reinstated';
    case 'excludeSession':
      return 'Session does not count';
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function signed(number: number): string {
  const text = Number.isInteger(number) ? String(Math.abs(number)) : formatPoints(Math.abs(number));
  return `${number < 0 ? '−' : '+'}${text}`;
}
