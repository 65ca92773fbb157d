import type { Driver, Session, SessionEvent } from '#contract/entities/session';
import type { TrackOutline } from '#contract/entities/track';
import { isRace } from '#contract/enumerations';
import { type ClassifiedDriver, classificationOf, podiumOf } from '#contract/race/classification';
import { describeSession, isIncomplete, stoppedText } from '#contract/race/describe-session';
import { changedByStewards, changesResult, ruledEventOf, scoredEventOf } from '#contract/race/ruled-event';
import { resultOf } from '#contract/race/ruled-session';
import { secondCarsOfRace } from '#contract/race/second-cars-of-race';
import { assignTeamColours, colourOfTeam } from '#contract/race/team-colours';
import { formatGapOf, formatLap, formatTime } from '#contract/race/times';
import type { Picture } from './picture.ts';

/** The results of a session, as they were recorded, or by the rules and rulings of an event. */
export function sessionPicture(
  recorded: Session,
  points: TrackOutline['points'],
  ruledBy: SessionEvent | null = null,
): Picture {
  const session = resultOf(recorded, ruledBy);
  const { sessionType, sessionStartTime, events } = session;
  const { title, round, seasons, official } = describeSession({
    ...session,
    events: ruledBy === null ? events : [ruledBy],
  });
  const isOfGame = ruledBy === null && ruledEventOf(recorded) !== null;
  const results = classificationOf(session);
  const { colourOf, second } = teamsOf(recorded, ruledBy);
  return {
    place: [...seasons, round].filter(Boolean).join(' · '),
    title,
    subtitle: [
      dayOf(sessionStartTime),
      isOfGame ? '' : official,
      isIncomplete(session)
        ? `Incomplete, ${stoppedText({ ...session, podium: podiumOf(session) })}`
        : isOfGame
          ? 'result of the game'
          : resultLabel(ruledBy),
    ]
      .filter(Boolean)
      .join(' · '),
    status: factsOf(session, results),
    rows: results.map((result, index) => ({
      position: String(result.position ?? '–'),
      name: result.driver.name,
      otherName: otherNameOf(result.driver),
      colour: colourOf(result.driver.team),
      isSecond: second.has(result.driver.carIndex),
      value: resultText(result, index === 0, isRace(sessionType)),
      note: '',
    })),
    empty: 'No results',
    most: { wide: 3, tall: 10 },
    outline: points,
  };
}

/** The colours of the teams of a session, and the cars that are the second ones of their teams. */
export function teamsOf(session: Session, ruledBy: SessionEvent | null = null) {
  const { teams = [], teamColours } = ruledBy ?? scoredEventOf(session, 'game') ?? {};
  const others = session.drivers.flatMap(({ team }) => team ?? []);
  const colourOf = colourOfTeam(assignTeamColours({ teams, others, chosen: teamColours ?? [] }));
  return { colourOf, second: secondCarsOfRace(session.drivers) };
}

/** A date of UTC, which is the same for everybody who gets the picture. */
export function dayOf(instant: string): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(instant).toLocaleDateString('en-GB', options);
}

/** In place of a name that cannot be drawn. */
export function otherNameOf({ carNumber, carIndex }: Pick<Driver, 'carNumber' | 'carIndex'>): string {
  return carNumber === null ? `Car ${carIndex + 1}` : `Car number ${carNumber}`;
}

function resultText(
  { driver, status, time, gapToLeader }: ClassifiedDriver,
  isFirst: boolean,
  isOfRace: boolean,
): string {
  if (status !== null) return status;
  if (isOfRace && isFirst) return time === null ? '' : formatTime(time);
  if (isOfRace) return gapToLeader === null ? '' : formatGapOf(gapToLeader);
  return driver.bestLapTimeMs === null ? 'No time' : formatLap(driver.bestLapTimeMs);
}

/** The reason why the result of a season is not that of the game; empty where they are the same. */
function resultLabel(ruledBy: SessionEvent | null): string {
  if (ruledBy === null || !changesResult(ruledBy)) return '';
  return changedByStewards(ruledBy) ? 'after the stewards’ rulings' : 'by the rules of the season';
}

function factsOf({ sessionType, drivers, numberOfLaps }: Session, results: readonly ClassifiedDriver[]): string {
  const fastest = results.find(({ hasFastestLap }) => hasFastestLap)?.driver;
  const size = isRace(sessionType) && numberOfLaps !== null ? `${numberOfLaps} laps` : `${drivers.length} drivers`;
  // A tall picture has room for the usual names; of a longer one the end is cut, and not the time.
  const lap = fastest === undefined ? [] : [`Fastest lap ${formatLap(fastest.bestLapTimeMs)}, ${fastest.name}`];
  return [size, ...lap].join(' · ');
}
