import { PitStatus } from '#contract/entities/track-flag';
import { ResultStatus } from '#contract/enumerations';
import type { PacketBody } from '../game/packet.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];

/** Packets of a car that are this far from each other, in ms, do not say when it entered or left the pit lane between them. */
const longestGap = 400;
/** No car drives a lap between two packets that are less far from each other, in ms. */
const shortestLap = 15_000;

/** A stop; its time in the pit lane in ms, null where a part of it was not received. */
export interface SeenStop {
  readonly lapNum: number;
  /** Whether it was received on which lap the car came in. */
  readonly isLapSeen: boolean;
  readonly pitLaneTime: number | null;
}

interface Visit extends Pick<SeenStop, 'lapNum' | 'isLapSeen'> {
  /** Milliseconds since the start of the session. */
  readonly since: number;
  readonly stopsBefore: number;
  inLane: number;
}

/** Observations of a car in the pit lane. */
export interface PitFacts {
  readonly stops: readonly SeenStop[];
  /** The lap on which the car came in that is there now, or null. */
  readonly underWay: number | null;
  /** Laps that ended in the pit lane without a stop: a penalty, or a race that was stopped. */
  readonly withoutStop: ReadonlySet<number>;
}

/**
 * The pit stops of a car in a race, from the pit status in the lap data. Driving through is no stop, and neither is waiting
 * for a race that was stopped, nor what comes after the flag. The lap is the one on which the car came in, also where its box
 * is behind the line.
 */
export class PitRecord {
  #stops: (SeenStop & { readonly since: number })[] = [];
  #visit: Visit | null = null;
  readonly #withoutStop = new Set<number>();
  #lapNum: number | null = null;
  #followedAt: number | null = null;

  follow(data: LapData, time: number): void {
    const gap = this.#followedAt === null ? Number.POSITIVE_INFINITY : time - this.#followedAt;
    const lapBefore = this.#lapNum ?? data.currentLapNum;
    this.#followedAt = time;
    this.#lapNum = data.currentLapNum;
    const isRacing = data.resultStatus === ResultStatus.Active;
    const isInside = data.pitStatus !== PitStatus.None;
    if (isInside && isRacing && this.#visit === null) {
      const isLapSeen = gap < shortestLap;
      // A car that was not seen to come in did so before the line.
      const lapNum = isLapSeen && gap > longestGap ? lapBefore : data.currentLapNum;
      this.#visit = { lapNum, isLapSeen, since: time, stopsBefore: data.numPitStops, inLane: 0 };
    }
    const visit = this.#visit;
    if (visit === null) return;
    if (isInside) visit.inLane = data.pitLaneTimeInLaneInMS;
    else this.#leave(visit, data, gap);
  }

  #leave({ lapNum, isLapSeen, since, stopsBefore, inLane }: Visit, data: LapData, gap: number): void {
    this.#visit = null;
    if (data.numPitStops <= stopsBefore) {
      this.#withoutStop.add(lapNum);
      return;
    }
    // The time may stay in the lap data, which then has the whole of it.
    const pitLaneTime = data.pitLaneTimeInLaneInMS || (gap <= longestGap ? inLane : 0);
    this.#stops.push({ lapNum, isLapSeen, pitLaneTime: pitLaneTime || null, since });
  }

  rewind(time: number): void {
    this.#stops = this.#stops.filter(({ since }) => since <= time);
    if (this.#visit !== null && this.#visit.since > time) this.#visit = null;
  }

  read(): PitFacts {
    return {
      stops: this.#stops.map(({ since: _, ...stop }) => stop),
      underWay: this.#visit?.lapNum ?? null,
      withoutStop: this.#withoutStop,
    };
  }
}
