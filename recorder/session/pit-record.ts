import type { PitStop } from '#contract/entities/session';
import { PitStatus } from '#contract/entities/track-flag';
import type { PacketBody } from '../game/packet.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];

interface Visit {
  readonly lapNum: number;
  /** Milliseconds since the start of the session. */
  readonly since: number;
  readonly stopsBefore: number;
  inLane: number;
}

/**
 * The pit stops of a car in a race, from the pit status in the lap data. Driving through is no stop, and neither is waiting
 * for a race that was stopped. The lap is the one on which the car came in, also where its box is behind the line.
 */
export class PitRecord {
  #stops: (PitStop & { readonly since: number })[] = [];
  #visit: Visit | null = null;
  /** Laps that ended in the pit lane without a stop: a penalty, or a race that was stopped. */
  readonly #withoutStop = new Set<number>();

  follow(data: LapData, time: number): void {
    const isInside = data.pitStatus !== PitStatus.None;
    if (isInside && this.#visit === null)
      this.#visit = { lapNum: data.currentLapNum, since: time, stopsBefore: data.numPitStops, inLane: 0 };
    const visit = this.#visit;
    if (visit === null) return;
    visit.inLane = Math.max(visit.inLane, data.pitLaneTimeInLaneInMS);
    if (isInside) return;
    this.#visit = null;
    if (data.numPitStops > visit.stopsBefore)
      this.#stops.push({ lapNum: visit.lapNum, pitLaneTime: visit.inLane || null, since: visit.since });
    else this.#withoutStop.add(visit.lapNum);
  }

  rewind(time: number): void {
    this.#stops = this.#stops.filter(({ since }) => since <= time);
    if (this.#visit !== null && this.#visit.since > time) this.#visit = null;
  }

  /**
   * The stops so far, with those that only the tyres show: they came before the recorder did, or while nothing was
   * received. A stop that is under way has no time.
   */
  list(changes: readonly number[]): PitStop[] {
    const seen = this.#stops.map(({ since: _, ...stop }) => stop);
    const underWay = this.#visit === null ? [] : [{ lapNum: this.#visit.lapNum, pitLaneTime: null }];
    const all = [...seen, ...underWay];
    const unseen = changes
      .filter((lapNum) => !this.#withoutStop.has(lapNum) && !all.some((stop) => stop.lapNum === lapNum))
      .map((lapNum) => ({ lapNum, pitLaneTime: null }));
    return [...all, ...unseen].sort((one, other) => one.lapNum - other.lapNum);
  }
}
