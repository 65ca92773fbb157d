import type { Session } from '#contract/entities/session';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { classificationOf } from '#contract/race/classification';
import { raceGap } from '#contract/race/gaps';
import { lastSafePlace } from '#contract/race/knock-out';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import type { SlowKind } from '#contract/race/slow-laps';
import { formatTime } from './time.ts';

/** The decisive moment of a finished race, in a sentence; empty if the laps do not show it. */
export function raceSentence({ laps, traces }: RaceCourse): string {
  const winner = traces.find(({ result, isOut }) => result === 1 && !isOut);
  const first = traces.find(({ places }) => laps > 0 && places.at(-1) === 1);
  if (winner === undefined || first === undefined) return '';
  const { name } = winner.driver;
  if (first !== winner) return `${first.driver.name} crossed the line first; ${loss(first)} ${name} the win.`;
  const winnerPlaces = winner.places.slice(1);
  const led = winnerPlaces.every((place) => place !== null)
    ? `, and led ${winnerPlaces.filter((place) => place === 1).length} of ${laps} ${laps === 1 ? 'lap' : 'laps'}`
    : '';
  const [grid] = winner.places;
  const from = grid == null ? '' : grid === 1 ? ' from pole' : ` from P${grid}`;
  const second = traces.find(({ result }) => result === 2);
  const gap = second === undefined ? null : raceGap(winner.driver, second.driver);
  const by = gap === null || 'laps' in gap || gap.milliseconds < 0 ? '' : `, ${formatTime(gap.milliseconds)} s ahead`;
  return `${name} won${from}${by}${led}.`;
}

/** How the first car at the flag lost the win. */
function loss({ driver: { totalPenaltiesSeconds, resultStatus } }: RaceTrace): string {
  if (resultStatus === ResultStatus.Disqualified) return 'its disqualification gives';
  return (totalPenaltiesSeconds ?? 0) > 0 ? `+${totalPenaltiesSeconds} s gives` : 'the stewards gave';
}

const slowNames = {
  safetyCar: { short: 'SC', long: 'Safety car' },
  virtualSafetyCar: { short: 'VSC', long: 'Virtual safety car' },
  red: { short: 'RED', long: 'Red flag' },
} as const satisfies Record<SlowKind, object>;
type NameLength = keyof (typeof slowNames)[SlowKind];

/** The cause of slow laps in the race control of a session. */
export function slowName(kind: SlowKind, length: NameLength = 'short'): string {
  return slowNames[kind][length];
}

/** The same without race control: all that the game counted, as it does not say when. */
export function slowLapsLabel(
  {
    numberOfSafetyCars,
    numberOfVirtualSafetyCars,
    numberOfRedFlags,
  }: Pick<Session, 'numberOfSafetyCars' | 'numberOfVirtualSafetyCars' | 'numberOfRedFlags'>,
  length: NameLength = 'short',
): string {
  const counted = [
    numberOfSafetyCars ? slowNames.safetyCar : null,
    numberOfVirtualSafetyCars ? slowNames.virtualSafetyCar : null,
    numberOfRedFlags ? slowNames.red : null,
  ];
  return counted.flatMap((name) => name?.[length] ?? []).join('/');
}

const poleSessions: ReadonlySet<SessionType> = new Set([
  SessionType.Q3,
  SessionType.ShortQualifying,
  SessionType.OneShotQualifying,
  SessionType.SprintShootout3,
  SessionType.ShortSprintShootout,
  SessionType.OneShotSprintShootout,
]);

/**
 * The fastest driver in practice or qualifying, the gap, and the drivers who missed the next part; empty without two
 * lap times.
 */
export function timedSentence(session: Pick<Session, 'sessionType' | 'drivers'>): string {
  const timed = classificationOf(session).filter(({ isOut, time }) => !isOut && time !== null);
  const [first, second] = timed;
  const gap = second?.gapToLeader ?? null;
  if (first === undefined || second === undefined || gap === null || 'laps' in gap) return '';
  const ahead = `${formatTime(gap.milliseconds)} s ahead of ${second.driver.name}`;
  const won = poleSessions.has(session.sessionType) ? 'takes pole' : 'was fastest';
  const lastSafe = lastSafePlace(session.sessionType, session.drivers.length);
  const [safe, missed] = lastSafe === null ? [] : timed.slice(lastSafe - 1, lastSafe + 1);
  const lacking = safe?.time == null || missed?.time == null ? null : missed.time - safe.time;
  const cut =
    lacking === null || missed === undefined
      ? ''
      : ` ${missed.driver.name} missed the cut by ${formatTime(lacking)} s.`;
  return `${first.driver.name} ${won}, ${ahead}.${cut}`;
}
