import { colours } from '#contract/colours/colours';
import { flagColours } from '#contract/colours/flag-colours';
import { flagName } from '#contract/entities/flag-name';
import type { Session } from '#contract/entities/session';
import type { TrackOutline } from '#contract/entities/track';
import { isRace } from '#contract/enumerations';
import { codesByCar } from '#contract/race/driver-codes';
import { liveFlag } from '#contract/race/live-flag';
import { type LiveLine, timingOf } from '#contract/race/live-timing';
import type { Moment } from '#contract/race/replay/moment';
import { replayOf } from '#contract/race/replay/replay';
import { statusLabel } from '#contract/race/status-label';
import { formatCountdown, formatGapOf, formatLap, formatTime, noTime } from '#contract/race/times';
import type { Picture } from './picture.ts';
import { dayOf, otherNameOf, sessionPicture, teamsOf } from './session-picture.ts';

type Course = Pick<TrackOutline, 'points' | 'length'>;

/** A moment of a session, to the second: the nearest one that its replay has. */
export function shownMoment(session: Session, course: Course, at: number) {
  const replay = replayOf(session, course);
  const time = Math.min(Math.max(Math.round(at / 1_000) * 1_000, replay.start), replay.duration);
  const document = replay.at(time);
  const { lines } = timingOf(document);
  const leader = lines[0]?.driver;
  const lap = isRace(session.sessionType) ? (leader?.currentLapNumber ?? null) : null;
  const { flag } = liveFlag(document, leader?.resultStatus);
  return {
    /** In s since the start of the session, at which its picture shows the same: begin and end need be no whole seconds. */
    second: time === replay.duration ? Math.ceil(time / 1_000) : Math.floor(time / 1_000),
    lines,
    flag,
    /** Lap, if it is of a race, and clock; under another flag than green its name. */
    texts: [lap === null ? '' : `Lap ${lap}`, formatCountdown(Math.floor(time / 1_000))].filter(Boolean),
    flagText: flag === 'green' ? '' : flagName(flag),
  };
}

/** A moment of a session: order, gaps and flag, and where the cars are. Its own cars stand out. */
export function momentPicture(session: Session, course: Course, { at, cars }: Moment): Picture {
  const { place, title, empty } = sessionPicture(session, course.points);
  const { lines, flag, texts, flagText } = shownMoment(session, course, at);
  const { colourOf, second } = teamsOf(session);
  const codes = codesByCar(session.drivers);
  const { numberOfLaps } = session;
  const isOfRace = isRace(session.sessionType);
  const day = dayOf(session.sessionStartTime);
  const codeOf = (carIndex: number) => (cars.includes(carIndex) ? (codes.get(carIndex) ?? '') : '');
  return {
    ...{ place, title, empty },
    status: isOfRace && numberOfLaps !== null ? `${day} · ${numberOfLaps} laps` : day,
    subtitle: texts.join(' · '),
    ...(flag === 'green' ? {} : { flag: { name: flagText, colour: flagColours[flag] ?? colours.text } }),
    rows: lines.map((line) => {
      const { carIndex, driver, isOut, state } = line;
      return {
        position: isOut ? '–' : String(line.place),
        name: driver.name ?? '',
        otherName: otherNameOf({ carIndex, carNumber: driver.carNumber ?? null }),
        colour: colourOf(driver.team ?? null),
        isSecond: second.has(carIndex),
        value: valueText(line, isOfRace),
        note: [codeOf(carIndex), state === 'pit' ? 'PIT' : ''].filter(Boolean).join(' '),
        isMarked: cars.includes(carIndex),
      };
    }),
    most: { wide: 6, tall: 12 },
    outline: course.points,
    cars: lines.flatMap(({ carIndex, driver: { livePosition, team }, isOut }) =>
      isOut || livePosition === undefined
        ? []
        : {
            ...{ x: livePosition.x, z: livePosition.z },
            colour: colourOf(team ?? null),
            label: codeOf(carIndex),
          },
    ),
  };
}

/** The gap to the leader of a race, the best lap of another session, or why there is none. */
function valueText({ driver, place, gap, best, state, isOut }: LiveLine, isOfRace: boolean): string {
  if (isOut) return statusLabel(driver.resultStatus) ?? 'OUT';
  if (!isOfRace) return best.time === null ? noTime : formatLap(best.time);
  if (place > 1) return gap === null ? '' : formatGapOf(gap);
  return state === 'finished' ? formatTime(driver.totalRaceTime) : 'Leader';
}
