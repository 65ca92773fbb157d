import type { SessionType } from '#contract/enumerations';
import type { LiveDocument } from '#contract/live/document';
import { replayOf } from '#contract/race/replay/replay';
import { outlineOf } from '../domain/outlines.ts';
import { postpone, type Recording, readRecordings } from './recordings.ts';
import type { SessionToShow, ShownSession } from './show-sessions.ts';

/** The forecasts of the game, in minutes from now. */
const forecasts = [5, 10, 15];
const minute = 60_000;

/** Gives recorded sessions of an evening one after another, and then again. One that was interrupted goes on. */
export function replayInTurn(types: readonly SessionType[]): (session: SessionToShow) => ShownSession {
  let next = 0;
  return (session) => {
    const interrupted = session.type === null ? -1 : types.indexOf(session.type);
    const index = interrupted < 0 ? next : interrupted;
    next = (index + 1) % types.length;
    const recording = readRecordings('zandvoort').find(({ sessionType }) => sessionType === types[index]);
    if (recording === undefined) throw new RangeError(`no session of type ${types[index]} was recorded`);
    return replayRecording(recording, session);
  };
}

/** Plays a recorded session as another one, which starts at another time. */
function replayRecording(recording: Recording, { id, startsAt }: SessionToShow): ShownSession {
  const delay = Date.parse(startsAt) - Date.parse(recording.sessionStartTime);
  const numbers = numbersOf(id);
  const session = { ...postpone(recording, delay), ...numbers };
  const replay = replayOf(session, outlineOf(session.trackId));
  return {
    duration: replay.duration,
    at: (time) => {
      const document = replay.at(Math.max(0, time));
      return time >= replay.duration ? sentOf(document) : sentOf({ ...document, ...numbers, ...forecastAt(time) });
    },
  };

  /** The weather that comes, as the forecast of a minute. */
  function forecastAt(time: number): Pick<LiveDocument, 'weatherForecastSamples'> {
    const now = Math.floor(time / minute);
    const samples = forecasts.flatMap((timeOffSet) => {
      const sample = session.weatherHistory.find((one) => one.timeOffSet === now + timeOffSet);
      return sample === undefined ? [] : [{ ...sample, timeOffSet }];
    });
    return { weatherForecastSamples: Object.fromEntries(samples.entries()) as LiveDocument['weatherForecastSamples'] };
  }
}

/** The numbers that the game gives a session, which tell it from others of its user. They follow from its id. */
function numbersOf(id: string) {
  const digits = id.replaceAll('-', '');
  const link = Number.parseInt(digits.slice(0, 8), 16);
  return {
    internalSessionId: BigInt(`0x${digits.slice(0, 16)}`).toString(),
    seasonLinkIdentifier: link,
    weekendLinkIdentifier: link,
    sessionLinkIdentifier: link,
  };
}

/** A document without what the server notes, and without fields that have no value. */
function sentOf({ raceControl: _, drivers = {}, ...rest }: LiveDocument): LiveDocument {
  const cars = Object.entries(drivers).map(([car, driver]) => [car, withoutAbsent(driver)]);
  return { ...withoutAbsent(rest), drivers: Object.fromEntries(cars) };
}

function withoutAbsent<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
