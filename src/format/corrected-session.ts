import type { SessionUpload } from '#contract/api/bodies';
import type { Driver, Session } from '#contract/entities/session';
import { isRace, ResultStatus } from '#contract/enumerations';
import { classify } from '#contract/race/classify';
import { formatCount } from './count.ts';
import { formatTime } from './time.ts';
import { maxTypedPlaces } from './typed-parts.ts';
import type { TypedPlace } from './typed-result.ts';
import { typedSession } from './typed-session.ts';

const statusWords: Readonly<Partial<Record<number, string>>> = {
  [ResultStatus.DidNotFinish]: 'DNF',
  [ResultStatus.Retired]: 'RET',
  [ResultStatus.Disqualified]: 'DSQ',
  [ResultStatus.NotClassified]: 'NC',
};

/** A stored result as the text that makes it. */
export function resultText({ drivers, sessionType }: Pick<Session, 'drivers' | 'sessionType'>): string {
  const places = classify({ sessionType, drivers });
  const ofRace = isRace(sessionType);
  const all = places[0]?.driver.numberOfLaps ?? null;
  return places
    .map(({ driver, position }, index) => {
      const line = lineOf(driver, ofRace, index === 0 ? null : all);
      return `${position ?? index + 1}${line.startsWith('"') ? ',' : '.'} ${line}`;
    })
    .join('\n');
}

/** The session with another result. Drivers keep their car, so that rulings stay with them. */
export function correctedSession(session: Session, places: readonly TypedPlace[]): SessionUpload {
  const typed = typedSession({
    track: session.trackId,
    startsAt: session.sessionStartTime,
    scoring: isRace(session.sessionType) ? 'race' : 'none',
    places,
    key: session.id,
  });
  const cars = new Map(session.drivers.map(({ name, carIndex }) => [name, carIndex]));
  const taken = new Set(places.flatMap(({ name }) => cars.get(name) ?? []));
  // A new name takes the car of nobody else, with their rulings and the name that it was given, as long as there are others.
  const used = new Set(cars.values());
  const all = Array.from({ length: maxTypedPlaces }, (_, index) => index);
  const free = [...all.filter((index) => !used.has(index)), ...used].filter((index) => !taken.has(index));
  return {
    ...typed,
    internalSessionId: session.internalSessionId,
    sessionStartTime: session.sessionStartTime,
    drivers: typed.drivers.map((driver) => ({ ...driver, carIndex: cars.get(driver.name) ?? free.shift() ?? 0 })),
  };
}

function lineOf(driver: Driver, ofRace: boolean, all: number | null): string {
  const { name, team, totalRaceTime, bestLapTimeMs, startingPosition, numberOfLaps, lapsBehind, resultStatus } = driver;
  const isFinished = resultStatus === ResultStatus.Finished;
  const counted = all !== null && numberOfLaps !== null && isFinished ? all - numberOfLaps : null;
  const lapsDown = counted ?? lapsBehind ?? null;
  const laps =
    lapsDown === null
      ? numberOfLaps === null
        ? ''
        : formatCount(numberOfLaps, 'lap')
      : lapsDown > 0
        ? `+${formatCount(lapsDown, 'lap')}`
        : '';
  const lap = bestLapTimeMs === null ? '' : formatTime(bestLapTimeMs);
  const parts = ofRace
    ? [
        totalRaceTime === null ? '' : formatTime(totalRaceTime),
        laps,
        lap === '' ? '' : `FL ${lap}`,
        startingPosition === null ? '' : `Grid ${startingPosition}`,
      ]
    : [lap];
  return [quoted(name), quoted(team ?? ''), ...parts, statusWords[resultStatus ?? 0] ?? '']
    .filter((part) => part !== '')
    .join(', ');
}

/** In quotes where a text has signs that separate. */
function quoted(text: string): string {
  return /[,;，；、"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
