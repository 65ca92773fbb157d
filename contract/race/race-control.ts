import { maxRaceControl, type RaceControlEntry, RaceControlKind } from '../entities/race-control.ts';
import { liveFlags } from '../entities/track-flag.ts';
import { isRace, ResultStatus, SessionType } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import type { Tree } from '../live/merge-patch.ts';
import { liveFlag } from './live-flag.ts';
import { orderOf } from './live-order.ts';

type Entry = NonNullable<LiveDocument['raceControl']>[string];

/** Whether a driver takes no part any more. */
export function isOutStatus(status: ResultStatus): boolean {
  return (
    status === ResultStatus.DidNotFinish || status === ResultStatus.Disqualified || status === ResultStatus.Retired
  );
}

/**
 * A document with race control: the earlier entries, and those of this change. `time` in ms since the start of the
 * session; null when the recorder gives none. Another session in the same document begins without entries.
 */
export function withRaceControl(before: Tree | null, tree: Tree, time: number | null): Tree {
  // Its types are those of a document.
  const document = tree as unknown as Partial<LiveDocument>;
  const last = before as unknown as Partial<LiveDocument> | null;
  const isSame = last?.internalSessionId === document.internalSessionId;
  const old = Object.values((isSame ? last?.raceControl : undefined) ?? {});
  // A flashback undoes the later entries.
  const kept = old.filter((entry) => time === null || (entry.time ?? 0) <= time);
  const at = time === null ? {} : { time };
  const added = [
    ...flagEntries(isSame ? last : null, document, kept, at),
    ...carEntries(isSame ? last : null, document, at),
  ];
  const isUnchanged = added.length === 0 && kept.length === old.length;
  if (isUnchanged && document.raceControl === (isSame ? last?.raceControl : undefined)) return tree;
  const { raceControl: _, ...others } = document;
  const entries = [...kept, ...added].slice(0, maxRaceControl);
  if (entries.length === 0) return others as unknown as Tree;
  return { ...others, raceControl: Object.fromEntries(entries.entries()) } as unknown as Tree;
}

/** The race control of a document as the list that is stored with its session. */
export function raceControlOf({ raceControl = {} }: Partial<LiveDocument>): RaceControlEntry[] {
  return Object.values(raceControl).map(({ sectors, ...entry }) =>
    sectors === undefined ? entry : { ...entry, sectors: Object.values(sectors) },
  );
}

/** A flag that differs from the one before. No flag of the first document has a known beginning. */
function flagEntries(
  before: Partial<LiveDocument> | null,
  document: Partial<LiveDocument>,
  kept: readonly Entry[],
  at: Partial<Entry>,
): Entry[] {
  if (before === null) return [];
  const now = flagOf(document);
  const last = kept.findLast(({ kind }) => kind === RaceControlKind.Flag);
  // After a flashback to before the first flag it is green.
  const start = before.raceControl === undefined ? flagOf(before) : green;
  const { flag, sectors } =
    last === undefined ? start : { flag: last.flag ?? 0, sectors: Object.values(last.sectors ?? {}) };
  if (flag === now.flag && sectors.join() === now.sectors.join()) return [];
  const lap = now.lap === undefined ? {} : { lapNum: now.lap };
  const where = now.sectors.length === 0 ? {} : { sectors: Object.fromEntries(now.sectors.entries()) };
  return [{ kind: RaceControlKind.Flag, ...at, ...lap, flag: now.flag, ...where }];
}

const green = { flag: liveFlags.indexOf('green'), sectors: [] };

/** The flag as a place in `liveFlags`, and the lap of a race. The formation lap is no flag. */
function flagOf(document: Partial<LiveDocument>) {
  const isOfRace = isRace(document.sessionType ?? SessionType.Unknown);
  const leader = orderOf(document, isOfRace)[0]?.driver;
  const { flag, sectors } = liveFlag(document, leader?.resultStatus);
  const lap = isOfRace ? leader?.currentLapNumber : undefined;
  return flag === 'formationLap' ? { ...green, lap } : { flag: liveFlags.indexOf(flag), sectors, lap };
}

function carEntries(
  before: Partial<LiveDocument> | null,
  document: Partial<LiveDocument>,
  at: Partial<Entry>,
): Entry[] {
  return Object.entries(document.drivers ?? {}).flatMap(([car, driver]) => {
    const old = before?.drivers?.[car];
    return old === undefined || old === driver ? [] : driverEntries(old, driver, { ...at, driverIdx: Number(car) });
  });
}

function driverEntries(old: LiveDriver, driver: LiveDriver, at: Partial<Entry>): Entry[] {
  const stops = Object.entries(driver.pitStops ?? {})
    .filter(([number]) => old.pitStops?.[number] === undefined)
    .map(([number, { lapNum }]) => ({ kind: RaceControlKind.Stop, ...at, lapNum, stop: Number(number) }));
  const isNewlyOut = isOutStatus(driver.resultStatus) && !isOutStatus(old.resultStatus);
  return isNewlyOut ? [...stops, { kind: RaceControlKind.Out, ...at }] : stops;
}
