import { TrackFlag } from '#contract/entities/track-flag';
import { SafetyCarStatus } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import type { Format } from '../../../recorder/game/layout.ts';
import { encodePacket, headerOf, type Packet } from '../../../recorder/game/packet.ts';
import type { SimulatedRace } from '../simulated-race.ts';
import { carPackets, classificationOf, historyOf, participantsOf, sessionOf } from './bodies.ts';

interface PacketOptions {
  readonly format: Format;
  /** Packets of cars per second; the game's menu offers up to 60. */
  readonly rate: number;
}

/** A datagram, and when the game sends it: ms since the start of the session. */
export interface TimedDatagram {
  readonly time: number;
  readonly datagram: Uint8Array;
}

/** The intervals of packets that are not in each frame, in ms. */
const every = { session: 500, participants: 5_000, history: 50 } as const;
/** How often the game sends the packets of cars that are not in each frame of a slow rate, in frames. */
const framesPerSecond = 60;

type Body = Pick<Packet, 'name' | 'body'>;
type GameEvent = Extract<Packet, { readonly name: 'event' }>['body'];

/**
 * The packets of a simulated race, as the game would send them, in the order of their time. They end with the
 * classification.
 */
export function* racePackets(race: SimulatedRace, { format, rate }: PacketOptions): Generator<TimedDatagram> {
  const step = 1_000 / rate;
  const sessionUID = BigInt(race.at(0).internalSessionId);
  const encode = (time: number, { name, body }: Body): TimedDatagram => {
    const header = headerOf(format, sessionUID, time / 1_000, Math.round((time * framesPerSecond) / 1_000));
    return { time, datagram: encodePacket({ name, header, body } as Packet) };
  };
  const events = createEvents(race);
  const due = { session: 0, participants: 0, history: 0 };
  const isDue = (kind: keyof typeof due, time: number) => {
    if (time < due[kind]) return false;
    due[kind] += every[kind];
    return true;
  };
  let turn = 0;
  yield encode(0, { name: 'event', body: { code: 'SSTA', details: {} } });
  for (let frame = 0; frame * step < race.duration; frame += 1) {
    const time = frame * step;
    const detail = race.at(time);
    for (const event of events(detail, time)) yield encode(event.time, { name: 'event', body: event.body });
    if (isDue('session', time)) yield encode(time, { name: 'session', body: sessionOf(detail, format) });
    if (isDue('participants', time)) yield encode(time, { name: 'participants', body: participantsOf(detail, format) });
    for (const packet of carPackets(detail, format)) yield encode(time, packet);
    while (isDue('history', time)) {
      const driver = detail.drivers[turn % detail.drivers.length];
      turn += 1;
      if (driver !== undefined) yield encode(time, { name: 'sessionHistory', body: historyOf(driver, format) });
    }
  }
  yield* finish(race, format, encode, events);
}

/** The end: the last events, all histories, the classification, which is the last packet of a session. */
function* finish(
  race: SimulatedRace,
  format: Format,
  encode: (time: number, packet: Body) => TimedDatagram,
  events: ReturnType<typeof createEvents>,
): Generator<TimedDatagram> {
  const { duration } = race;
  const result = race.at(duration);
  for (const event of events(result, duration)) yield encode(event.time, { name: 'event', body: event.body });
  for (const packet of carPackets(result, format)) yield encode(duration, packet);
  yield encode(duration, { name: 'session', body: sessionOf(result, format) });
  for (const driver of result.drivers)
    yield encode(duration, { name: 'sessionHistory', body: historyOf(driver, format) });
  yield encode(duration, { name: 'event', body: { code: 'SEND', details: {} } });
  yield encode(duration, { name: 'finalClassification', body: classificationOf(result, format) });
}

/** The events since the last call, each with its own time. */
function createEvents(race: SimulatedRace): (detail: LiveDetail, time: number) => { time: number; body: GameEvent }[] {
  let before: LiveDetail | null = null;
  return (detail, time) => {
    const last = before;
    before = detail;
    const found: { time: number; body: GameEvent }[] = [];
    const add = (body: GameEvent, at: number | null = time) => found.push({ time: at ?? time, body });
    if (last === null) add({ code: 'LGOT', details: {} });
    for (const overtake of detail.overtakes.slice(last?.overtakes.length ?? 0)) {
      const { overtakingDriverIdx: overtakingVehicleIdx, overtakenDriverIdx: beingOvertakenVehicleIdx } = overtake;
      const details = { overtakingVehicleIdx, beingOvertakenVehicleIdx };
      add({ code: 'OVTK', details }, overtake.overtakingTime);
    }
    for (const driver of detail.drivers) addRulings(driver, last, add);
    addTrackEvents(detail, last, add);
    if (time >= race.duration) add({ code: 'CHQF', details: {} });
    return found.sort((one, other) => one.time - other.time);
  };
}

type Add = (body: GameEvent, at?: number | null) => void;

function addRulings(driver: LiveDetail['drivers'][number], last: LiveDetail | null, add: Add): void {
  const before = last?.drivers.find(({ carIndex }) => carIndex === driver.carIndex);
  const none = 255;
  const common = { vehicleIdx: driver.carIndex, placesGained: 0 };
  for (const penalty of driver.penalties.slice(before?.penalties.length ?? 0)) {
    const details = {
      ...common,
      penaltyType: penalty.penaltyType,
      infringementType: penalty.infringementType ?? none,
      otherVehicleIdx: penalty.otherVehicleIdx ?? none,
      time: penalty.penaltyTime ?? none,
      lapNum: penalty.lapNum ?? none,
    };
    add({ code: 'PENA', details }, penalty.penaltyIssuedTime);
  }
  for (const warning of driver.warnings.slice(before?.warnings.length ?? 0)) {
    const infringementType = warning.warningType === 0 ? 7 : 4;
    const lapNum = warning.lapNum ?? none;
    const details = { ...common, penaltyType: 5, infringementType, otherVehicleIdx: none, time: none, lapNum };
    add({ code: 'PENA', details }, warning.warningTime);
  }
}

function addTrackEvents(detail: LiveDetail, last: LiveDetail | null, add: Add): void {
  const [now, before] = [detail.safetyCarStatus, last?.safetyCarStatus ?? SafetyCarStatus.None];
  if (now !== before) {
    const [safetyCarType, eventType] = now === SafetyCarStatus.None ? [before ?? 0, 3] : [now ?? 0, 0];
    add({ code: 'SCAR', details: { safetyCarType, eventType } });
  }
  if (detail.isSafetyCarEnding === true && last?.isSafetyCarEnding !== true)
    add({ code: 'SCAR', details: { safetyCarType: now ?? 0, eventType: 1 } });
  if (detail.trackFlag === TrackFlag.Red && last?.trackFlag !== TrackFlag.Red) add({ code: 'RDFL', details: {} });
}
