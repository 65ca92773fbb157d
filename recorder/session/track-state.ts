import { TrackFlag } from '#contract/entities/track-flag';
import type { LiveDetail } from '#contract/live/document';
import type { GameEvent, PacketBody } from '../game/packet.ts';

type SessionInfo = PacketBody<'session'>;

const yellow = 3;
/** The safety car's next action, in the game's event. */
const safetyCar = { deployed: 0, returning: 1 } as const;
/** A stopped race goes on when a car drives again so long after the red flag, in ms. */
const restartAfter = 10_000;

/** The flags of the track: red from its event until cars drive again, yellow from the zones of the marshals. */
export class TrackState {
  #sectorFlags: TrackFlag[] = [TrackFlag.Clear, TrackFlag.Clear, TrackFlag.Clear];
  #redSince: number | null = null;
  /** Whether all cars have come in since the red flag. */
  #sawQueue = false;
  #isSafetyCarEnding = false;

  followSession(info: SessionInfo): void {
    const starts = sectorStarts(info);
    const flags: TrackFlag[] = [TrackFlag.Clear, TrackFlag.Clear, TrackFlag.Clear];
    for (const { zoneStart, zoneFlag } of info.marshalZones.slice(0, info.numMarshalZones)) {
      if (zoneFlag === yellow) flags[zoneStart < starts[0] ? 0 : zoneStart < starts[1] ? 1 : 2] = TrackFlag.Yellow;
    }
    this.#sectorFlags = flags;
    if (info.safetyCarStatus === 0) this.#isSafetyCarEnding = false;
  }

  followCars(cars: PacketBody<'lapData'>['lapData'], time: number): void {
    if (this.#redSince === null || Math.abs(time - this.#redSince) < restartAfter) return;
    const isRunning = cars.some((car) => car.resultStatus === 2 && car.pitStatus === 0 && car.driverStatus === 4);
    const allInLane = cars.every((car) => car.resultStatus !== 2 || car.pitStatus !== 0);
    if (allInLane) this.#sawQueue = true;
    if (isRunning && this.#sawQueue) this.#redSince = null;
  }

  followEvent(event: GameEvent, time: number): void {
    if (event.code === 'RDFL') {
      this.#redSince = time;
      this.#sawQueue = false;
    }
    if (event.code === 'LGOT' || event.code === 'SSTA' || event.code === 'FLBK') this.#redSince = null;
    if (event.code !== 'SCAR') return;
    const { eventType } = event.details;
    this.#isSafetyCarEnding = eventType === safetyCar.returning;
    if (eventType === safetyCar.deployed) this.#redSince = null;
  }

  read(): Pick<LiveDetail, 'trackFlag' | 'sectorFlags' | 'isSafetyCarEnding'> {
    const isRed = this.#redSince !== null;
    return {
      trackFlag: isRed ? TrackFlag.Red : TrackFlag.Clear,
      sectorFlags: this.#sectorFlags,
      isSafetyCarEnding: this.#isSafetyCarEnding,
    };
  }
}

/** Where sectors 2 and 3 start, as parts of the lap; format 2023 does not say it, and thirds are close. */
function sectorStarts({
  trackLength,
  sector2LapDistanceStart,
  sector3LapDistanceStart,
}: SessionInfo): [number, number] {
  const [second, third] = [sector2LapDistanceStart ?? 0, sector3LapDistanceStart ?? 0];
  if (trackLength === 0 || !(second > 0) || !(third > second)) return [1 / 3, 2 / 3];
  return [second / trackLength, third / trackLength];
}
