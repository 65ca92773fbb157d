import type { RulingCreate, RulingsCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import { readMoment } from '#contract/race/replay/moment';
import type { SeasonSession } from '#contract/race/season-sessions';
import { longestNote } from '#contract/values/text-limits';
import { fits } from '#contract/values/text-values';
import { parseNumber } from '../../../format/points-table.ts';

/** A ruling as it is typed. */
export interface RulingTexts {
  /** Empty in older drafts: the latest race. */
  readonly sessionId: string;
  /** A reprimand, and one of licence points alone, is a ruling of no points. */
  readonly kind: RulingCreate['kind'] | 'reprimand' | 'licence';
  readonly carIndex: number | null;
  /** The other cars of the incident; absent in older drafts. */
  readonly otherCars?: readonly number[];
  /** Seconds, places or points. */
  readonly amount: string;
  /** Licence points besides the ruling, for all kinds but `licence`; absent in older drafts. */
  readonly licencePoints?: string;
  readonly reason: string;
  /** The moment of the session, in ms since its start; null or absent for none. */
  readonly at?: number | null;
  /** Absent in older drafts of the form: in force. */
  readonly state?: Ruling['state'];
}

/** The empty form of a ruling. */
export const blankRuling: RulingTexts = {
  sessionId: '',
  kind: 'time',
  carIndex: null,
  amount: '',
  licencePoints: '',
  reason: '',
  at: null,
  state: 'inForce',
};

/** The latest race of some sessions, the latest first, or the latest session. */
export function latestRace(sessions: readonly Pick<SeasonSession, 'session' | 'scoring'>[]): string {
  return (sessions.find(({ scoring }) => scoring === 'race') ?? sessions[0])?.session.id ?? '';
}

/**
 * The form as a link opens it: with its session, if the season has it, or the latest race, and with its car and moment, which are
 * those of that session. A draft has all three.
 */
export function linkedRuling(search: string, sessions: Parameters<typeof latestRace>[0]): RulingTexts {
  const query = new URLSearchParams(search);
  const linked = sessions.find(({ session }) => session.id === query.get('session'))?.session.id;
  const form = { ...blankRuling, sessionId: linked ?? latestRace(sessions) };
  const car = query.get('car') ?? '';
  if (linked === undefined || !/^\d{1,2}$/.test(car)) return form;
  return { ...form, carIndex: Number(car), at: readMoment(search)?.at ?? null };
}

/** The names of a kind of ruling and of its amount, with frequent amounts. */
export const rulingKinds: readonly {
  readonly kind: RulingTexts['kind'];
  readonly label: string;
  /** Few seasons need it. */
  readonly isRare?: true;
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
  {
    kind: 'licence',
    label: 'Licence points',
    isRare: true,
    amount: {
      label: 'Licence points',
      hint: 'Added up over the season; they change no result.',
      wrong: 'This must be a whole number from 1 to 99.',
      usual: ['1', '2', '3'],
    },
  },
  { kind: 'disqualify', label: 'Disqualify', amount: null },
  { kind: 'reprimand', label: 'Reprimand', amount: null },
  { kind: 'reinstate', label: 'Reinstate', isRare: true, amount: null },
  { kind: 'excludeSession', label: 'Session does not count', isRare: true, amount: null },
];

/** The typed ruling on a session, or null while something is missing. A preview needs no reason. */
export function rulingIn(texts: RulingTexts, sessionId: string, reason = texts.reason.trim()): RulingsCreate | null {
  const { kind, carIndex, otherCars = [] } = texts;
  if (reason === '' || !fits(reason, longestNote) || sessionId === '') return null;
  const state = texts.state === 'draft' ? ({ state: 'draft' } as const) : {};
  const moment = texts.at == null ? {} : { at: texts.at };
  if (kind === 'excludeSession') return { sessionId, reason, kind, ...moment, ...state };
  if (carIndex === null) return null;
  const licencePoints = licencePointsIn(texts);
  if (licencePoints === null) return null;
  const made = {
    sessionId,
    reason,
    carIndex,
    ...(otherCars.length === 0 ? {} : { otherCars: [...otherCars] }),
    ...(licencePoints === 0 ? {} : { licencePoints }),
    ...moment,
    ...state,
  };
  if (kind === 'disqualify' || kind === 'reinstate') return { ...made, kind };
  if (kind === 'reprimand' || kind === 'licence') return { ...made, kind: 'points', points: 0 };
  const amount = parseNumber(texts.amount);
  if (amount === null || amount === 0) return null;
  switch (kind) {
    case 'time':
      return Math.abs(amount) <= 86_400 ? { ...made, kind, milliseconds: Math.round(amount * 1_000) } : null;
    case 'places':
      return Number.isInteger(amount) && Math.abs(amount) <= 63 ? { ...made, kind, places: amount } : null;
    case 'points':
      return Math.abs(amount) <= 1_000 ? { ...made, kind, points: amount } : null;
  }
}

/** The typed licence points, 0 for none; null while they are wrong. */
export function licencePointsIn({ kind, amount, licencePoints = '' }: RulingTexts): number | null {
  const text = kind === 'licence' ? amount : licencePoints;
  if (kind !== 'licence' && text.trim() === '') return 0;
  const number = parseNumber(text);
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 99 ? number : null;
}

/** Reasons of rulings in most leagues. */
const commonReasons = ['Caused a collision', 'Track limits', 'Unsafe release', 'Jump start', 'Penalty not served'];

/** Six reasons to choose from: those that the season has given, the latest first, then common ones. */
export function usualReasons(rulings: readonly Pick<Ruling, 'reason'>[]): string[] {
  const given = rulings.map(({ reason }) => reason.trim()).filter((reason) => fits(reason, 40));
  return [...new Set([...given.reverse(), ...commonReasons])].slice(0, 6);
}

/** The cars of a ruling after a tap on one of them. */
export function toggleCar(
  { carIndex, otherCars = [] }: Pick<RulingTexts, 'carIndex' | 'otherCars'>,
  car: number,
): Pick<RulingTexts, 'carIndex' | 'otherCars'> {
  const cars = carIndex === null ? [] : [carIndex, ...otherCars];
  const [first = null, ...others] = cars.includes(car) ? cars.filter((each) => each !== car) : [...cars, car];
  return { carIndex: first, otherCars: others };
}
