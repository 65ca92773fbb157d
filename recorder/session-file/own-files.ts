// Sessions that Pitboard itself has given out: as JSON of its API, and as the CSV of a session's page.
import * as v from 'valibot';
import { SessionUpload } from '#contract/api/bodies';
import { labelOf } from '#contract/entities/label';
import type { Driver } from '#contract/entities/session';
import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import { isRace, ResultStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { hash64 } from '#contract/pits-n-giggles/sha256';
import { blankDriver } from '#contract/race/blank-driver';

const [uploadFields] = SessionUpload.pipe;

/** Whether an object is a session as the API answers or takes it. */
export function isOwnSession(fields: Readonly<Record<string, unknown>>): boolean {
  return ['internalSessionId', 'sessionType', 'drivers'].every((name) => name in fields);
}

/** The session without what the server sets. @throws NotImportable where a value is none of a session. */
export function ownSession(fields: Readonly<Record<string, unknown>>): SessionUpload {
  const { liveId: _, ...names } = uploadFields.entries;
  const given = Object.fromEntries(
    Object.keys(names).flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  const parsed = v.safeParse(SessionUpload, given);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new NotImportable(`${v.getDotPath(issue) ?? 'the session'}: ${issue.message}`);
}

const head = 'Position,Number,Driver,Team,Grid,Laps,Time,Gap (s),Laps behind,Best lap,Pit stops,Penalties (s),Status';

/** The rows of a table of this server; null for another text. */
export function ownTable(text: string): string[][] | null {
  const separator = text.startsWith(head.replaceAll(',', ';')) ? ';' : ',';
  if (!text.startsWith(head.replaceAll(',', separator))) return null;
  return rowsOf(text, separator).slice(1);
}

/** The cells of a CSV (RFC 4180), without the apostrophe before what a spreadsheet would run. */
function rowsOf(text: string, separator: string): string[][] {
  const cell = `"(?:[^"]|"")*"|[^${separator}\\r\\n]*`;
  return (
    text
      .trimEnd()
      .match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/gu)
      ?.map((line) =>
        [...line.matchAll(new RegExp(`(?:^|${separator})(${cell})`, 'gu'))].map(([, raw = '']) =>
          raw
            .replace(/^"(.*)"$/su, '$1')
            .replaceAll('""', '"')
            .replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, ''),
        ),
      ) ?? []
  );
}

interface TableFile {
  readonly name: string;
  readonly text: string;
  /** When it was changed last. */
  readonly changedAt: () => string;
}

/** The session of such a table. Its track, type and day are in the name of the file. */
export function tableSession(
  rows: readonly (readonly string[])[],
  { name, text, changedAt }: TableFile,
  remark: (text: string) => void,
): SessionUpload {
  const known = factsIn(name);
  if (known.track === Track.Unknown) remark('the name of the file has no track');
  const isOfRace = known.type === null ? rows.some((row) => timeIn(row[6]) !== timeIn(row[9])) : isRace(known.type);
  const sessionType = known.type ?? (isOfRace ? SessionType.Race : SessionType.ShortQualifying);
  remark('a table has no laps');
  return ownSession({
    internalSessionId: hash64(text).toString(),
    trackId: known.track,
    sessionType,
    numberOfLaps: isOfRace ? Math.max(0, ...rows.map((row) => numberIn(row[5]) ?? 0)) || null : null,
    sessionStartTime: known.day === null ? changedAt() : `${known.day}T12:00:00.000Z`,
    sessionEndTime: null,
    gameVersion: null,
    isMultiplayer: true,
    seasonLinkIdentifier: null,
    weekendLinkIdentifier: null,
    sessionLinkIdentifier: null,
    startTrackTemp: null,
    startAirTemp: null,
    startWeather: null,
    sessionStatus: SessionStatus.Finished,
    drivers: rows.map((row, index) => driverIn(row, index, isOfRace)),
    sessionTimeLeft: null,
    sessionDuration: null,
    safetyCarStatus: null,
    weatherForecastSamples: [],
    timeOfDay: null,
    trackTemp: null,
    airTemp: null,
    numberOfSafetyCars: null,
    numberOfVirtualSafetyCars: null,
    numberOfRedFlags: null,
    trackLength: null,
    overtakes: [],
    weatherHistory: [],
  });
}

const statuses = new Map(Object.values(ResultStatus).map((status) => [labelOf(ResultStatus, status), status]));

function driverIn(row: readonly string[], index: number, isOfRace: boolean): Driver {
  const [position, number, name = '', team = '', grid, laps, time, , behind, best, , penalties, status = ''] = row;
  const resultStatus = statuses.get(status);
  if (resultStatus === undefined) throw new NotImportable(`line ${index + 2}: “${status}” is not how a session ended`);
  const [seconds, counted] = [numberIn(penalties), timeIn(time)];
  return {
    ...blankDriver(index, name),
    carNumber: numberIn(number),
    team: team === '' ? null : team,
    position: numberIn(position),
    finishingPosition: numberIn(position),
    startingPosition: numberIn(grid),
    numberOfLaps: numberIn(laps),
    lapsBehind: laps === '' ? numberIn(behind) : null,
    // The table has the time that counts.
    totalRaceTime: isOfRace && counted !== null ? counted - (seconds ?? 0) * 1_000 : null,
    totalPenaltiesSeconds: seconds,
    bestLapTimeMs: timeIn(best),
    resultStatus,
  };
}

function numberIn(cell = ''): number | null {
  return /^\d+$/u.test(cell) ? Number(cell) : null;
}

function timeIn(cell = ''): number | null {
  const found = /^(?:(\d+):)?(\d+):(\d{2})[.,](\d{3})$/u.exec(cell);
  if (found === null) return null;
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + milliseconds;
}

/** `Monza Race 2026-11-01.csv`, with hyphens where a browser has changed the blanks. */
function factsIn(name: string): { track: Track; type: SessionType | null; day: string | null } {
  const plain = (words: string) =>
    words
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\d]/gu, '')
      .toLowerCase();
  const day = /\d{4}-\d{2}-\d{2}/u.exec(name)?.[0] ?? null;
  const words = plain(name.slice(0, day === null ? name.length : name.indexOf(day)));
  for (const track of Object.values(Track)) {
    const start = plain(trackName(track));
    const type = Object.values(SessionType).find((each) => words === start + plain(typeName(each)));
    if (type !== undefined) return { track, type, day };
  }
  return { track: Track.Unknown, type: null, day };
}
