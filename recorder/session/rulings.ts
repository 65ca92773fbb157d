import type { Penalty, Warning } from '#contract/entities/session';
import { PenaltyType, WarningType } from '#contract/penalties';
import type { PacketBody } from '../game/packet.ts';
import type { GameEventOf } from './game-events.ts';
import { isCornerCutting, optional } from './words.ts';

/** An event and the rise of a counter within this time are one ruling, in ms. */
const matchWithin = 5_000;

const penaltyTypes = new Set<number>(Object.values(PenaltyType));

interface Source {
  hasEvent: boolean;
  hasCounter: boolean;
  /** Milliseconds since the start of the session. */
  readonly time: number | null;
}

type LapData = PacketBody<'lapData'>['lapData'][number];

/**
 * The penalties and warnings of a car. The game sends an event for each, which may be lost, and counts them in the lap
 * data, which does not say why: what one of both brings is recorded once.
 */
export class Rulings {
  #penalties: (Penalty & { readonly source: Source })[] = [];
  #warnings: { warning: Warning; source: Source }[] = [];
  #counters: { warnings: number; cornerCutting: number; seconds: number } | null = null;

  get penalties(): Penalty[] {
    return this.#penalties.map(({ source: _, ...penalty }) => penalty);
  }

  get warnings(): Warning[] {
    return this.#warnings.map(({ warning }) => warning);
  }

  addEvent(
    { penaltyType, infringementType, otherVehicleIdx, time: given, lapNum }: GameEventOf<'PENA'>,
    time: number,
  ): void {
    if (penaltyType === PenaltyType.Warning) {
      const warningType = isCornerCutting(infringementType) ? WarningType.CornerCutting : WarningType.Other;
      const counted = this.#warnings.find(({ source }) => !source.hasEvent && isNear(source, time));
      if (counted === undefined)
        this.#addWarning({ warningType, lapNum: optional(lapNum), warningTime: time }, 'event');
      else counted.source.hasEvent = true;
      return;
    }
    if (!penaltyTypes.has(penaltyType)) return;
    const seconds = optional(given);
    const counted = this.#penalties.findIndex(
      ({ source, penaltyTime }) => !source.hasEvent && penaltyTime === seconds && isNear(source, time),
    );
    if (counted >= 0) this.#penalties.splice(counted, 1);
    this.#penalties.push({
      penaltyType: penaltyType as PenaltyType,
      penaltyTime: seconds,
      infringementType,
      otherVehicleIdx: optional(otherVehicleIdx),
      lapNum: optional(lapNum),
      penaltyIssuedTime: time,
      source: { hasEvent: true, hasCounter: counted >= 0, time },
    });
  }

  /** Follows the counters. What was counted before the recorder started has no lap and no time. */
  count({ totalWarnings, cornerCuttingWarnings, penalties, currentLapNum }: LapData, time: number): void {
    const before = this.#counters;
    const from = before ?? { warnings: 0, cornerCutting: 0, seconds: 0 };
    const at = before === null ? { lapNum: null, time: null } : { lapNum: currentLapNum, time };
    const cornerCutting = Math.max(0, cornerCuttingWarnings - from.cornerCutting);
    const rise = Math.max(0, totalWarnings - from.warnings);
    for (let index = 0; index < rise; index += 1)
      this.#countWarning(index < cornerCutting ? WarningType.CornerCutting : WarningType.Other, at);
    if (penalties > from.seconds) this.#countSeconds(penalties - from.seconds, at);
    this.#counters = { warnings: totalWarnings, cornerCutting: cornerCuttingWarnings, seconds: penalties };
  }

  /** Removes what came after a moment that the game went back to. */
  rewind(time: number): void {
    const isBefore = (source: Source) => source.time === null || source.time <= time;
    this.#penalties = this.#penalties.filter(({ source }) => isBefore(source));
    this.#warnings = this.#warnings.filter(({ source }) => isBefore(source));
    // The counters go back too, in one of the next packets; only what rises after that is new.
    if (this.#counters !== null) {
      const cornerCutting = this.#warnings.filter(({ warning }) => warning.warningType === WarningType.CornerCutting);
      this.#counters = { ...this.#counters, warnings: this.#warnings.length, cornerCutting: cornerCutting.length };
    }
  }

  #countWarning(warningType: WarningType, at: { lapNum: number | null; time: number | null }): void {
    const sent = this.#warnings.find(({ source }) => !source.hasCounter && isNear(source, at.time));
    if (sent === undefined) {
      this.#addWarning({ warningType, lapNum: at.lapNum, warningTime: at.time }, 'counter');
      return;
    }
    sent.source.hasCounter = true;
    sent.warning = { ...sent.warning, warningType };
  }

  #addWarning(warning: Warning, source: 'event' | 'counter'): void {
    const [hasEvent, hasCounter] = [source === 'event', source === 'counter'];
    this.#warnings.push({ warning, source: { hasEvent, hasCounter, time: warning.warningTime } });
  }

  #countSeconds(seconds: number, at: { lapNum: number | null; time: number | null }): void {
    const sent = this.#penalties.find(
      ({ source, penaltyTime }) => !source.hasCounter && penaltyTime === seconds && isNear(source, at.time),
    );
    if (sent !== undefined) {
      sent.source.hasCounter = true;
      return;
    }
    this.#penalties.push({
      penaltyType: PenaltyType.TimePenalty,
      penaltyTime: seconds,
      infringementType: null,
      otherVehicleIdx: null,
      lapNum: at.lapNum,
      penaltyIssuedTime: at.time,
      source: { hasEvent: false, hasCounter: true, time: at.time },
    });
  }
}

function isNear(source: Source, time: number | null): boolean {
  return source.time !== null && time !== null && Math.abs(source.time - time) <= matchWithin;
}
