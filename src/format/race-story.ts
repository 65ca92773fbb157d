import type { Session } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import { raceGap } from '#contract/race/gaps';
import type { RaceCourse, RaceTrace } from '#contract/race/race-trace';
import { formatTime } from './time.ts';

/** What decided a race, in a sentence; empty where the laps do not tell. */
export function raceSentence({ laps, traces }: RaceCourse): string {
  const winner = traces.find(({ result }) => result === 1);
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
  const by = gap === null || 'laps' in gap ? '' : `, ${formatTime(gap.milliseconds)} s ahead`;
  return `${name} won${from}${by}${led}.`;
}

/** How the first car at the flag lost the win. */
function loss({ driver: { totalPenaltiesSeconds, resultStatus } }: RaceTrace): string {
  if (resultStatus === ResultStatus.Disqualified) return 'its disqualification gives';
  return totalPenaltiesSeconds ? `+${totalPenaltiesSeconds} s gives` : 'the stewards gave';
}

/** What has slowed the field on the slow laps of a race: all that the game counted, as it does not say when. */
export function slowLapsLabel({
  numberOfSafetyCars,
  numberOfVirtualSafetyCars,
  numberOfRedFlags,
}: Pick<Session, 'numberOfSafetyCars' | 'numberOfVirtualSafetyCars' | 'numberOfRedFlags'>): string {
  const kinds = [numberOfSafetyCars ? 'SC' : '', numberOfVirtualSafetyCars ? 'VSC' : '', numberOfRedFlags ? 'RED' : ''];
  return kinds.filter((kind) => kind !== '').join('/');
}
