import { SafetyCarStatus, Track } from '#contract/enumerations';
import type { LiveDocument, LiveDriver } from '#contract/live/document';
import { type FittedOutline, fitOutline, type Sample } from './fit-outline.ts';

/** A live session as it is now. */
export interface Observed {
  readonly id: string;
  /** The id of the recorder's user. */
  readonly userId: string;
  readonly isPrivate: boolean;
  readonly document: Partial<LiveDocument>;
}

/** The outline of one lap. */
export interface LapOutline extends FittedOutline {
  readonly trackId: Track;
  readonly length: number;
  readonly liveId: string;
  readonly userId: string;
}

/** The lap of a car that is under way. */
interface Lap {
  readonly number: number;
  readonly samples: Sample[];
  isClean: boolean;
}

/** A lap that is sampled more often than this is no lap of a car. */
const maxSamples = 5_000;

/**
 * Fits outlines to the laps of live sessions. Laps through the pit lane and invalid ones do not count, nor do private
 * sessions: an outline shows that its user has driven there.
 */
export class LapOutlines {
  readonly #laps = new Map<string, Map<string, Lap>>();
  readonly #onLap: (outline: LapOutline) => void;

  /** `onLap` gets the outline of every complete lap. */
  constructor(onLap: (outline: LapOutline) => void) {
    this.#onLap = onLap;
  }

  /** Adds the positions of all cars. Sessions that are not listed any more are removed. */
  observe(sessions: readonly Observed[]): void {
    const ids = new Set(sessions.map(({ id }) => id));
    for (const id of this.#laps.keys()) if (!ids.has(id)) this.#laps.delete(id);
    for (const session of sessions) if (!session.isPrivate) this.#observeSession(session);
  }

  #observeSession(session: Observed): void {
    const { id, document } = session;
    const { drivers, trackId, trackLength } = document;
    if (drivers === undefined || trackId === undefined || trackId === Track.Unknown || trackLength === undefined)
      return;
    const laps = this.#laps.get(id) ?? new Map<string, Lap>();
    this.#laps.set(id, laps);
    const isSlow = (document.safetyCarStatus ?? SafetyCarStatus.None) !== SafetyCarStatus.None;
    for (const [car, driver] of Object.entries(drivers)) {
      const lap = laps.get(car);
      const number = driver.currentLapNumber ?? 0;
      if (lap === undefined || lap.number !== number) {
        if (lap !== undefined && lap.number === number - 1) this.#finish(session, driver, lap);
        laps.set(car, { number, samples: [], isClean: true });
      }
      const current = laps.get(car);
      if (current !== undefined) addSample(current, driver, isSlow);
    }
  }

  #finish({ id: liveId, userId, document }: Observed, driver: LiveDriver, { number, samples, isClean }: Lap): void {
    const { trackId = Track.Unknown, trackLength = 0 } = document;
    const isInvalid = driver.lapTimes?.[number - 1]?.invalidLap ?? false;
    if (!isClean || isInvalid || number < 2) return;
    const fitted = fitOutline(samples, trackLength);
    if (fitted !== null) this.#onLap({ ...fitted, trackId, length: trackLength, liveId, userId });
  }
}

function addSample(lap: Lap, driver: LiveDriver, isSlow: boolean): void {
  const { lapDistance, livePosition } = driver;
  if (lapDistance === undefined || livePosition === undefined) return;
  const isPitting = Object.values(driver.pitStops ?? {}).some(
    ({ lapNum }) => lapNum === lap.number || lapNum === lap.number - 1,
  );
  if (isSlow || isPitting || lap.samples.length > maxSamples) lap.isClean = false;
  // A car that did not move, or was reset.
  if (!lap.isClean || lapDistance <= (lap.samples.at(-1)?.distance ?? Number.NEGATIVE_INFINITY)) return;
  lap.samples.push({ distance: lapDistance, x: livePosition.x, z: livePosition.z });
}
