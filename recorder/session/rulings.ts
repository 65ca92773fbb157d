import type { Penalty, Warning } from '#contract/entities/session';
import { PenaltyType, WarningType } from '#contract/penalties';
import type { PacketBody } from '../game/packet.ts';
import type { GameEventOf } from './game-events.ts';
import { isCornerCutting, optional } from './words.ts';

const penaltyTypes = new Set<number>(Object.values(PenaltyType));

type LapData = PacketBody<'lapData'>['lapData'][number];

/** How far a counter went at once, and when: ms since the start of the session, null for before the recorder started. */
interface Step {
  readonly amount: number;
  readonly lapNum: number | null;
  readonly time: number | null;
}

interface WarningStep extends Step {
  readonly warningType: WarningType;
}

/**
 * The penalties and warnings of a car. The game sends an event for each, which may be lost, and counts them in the lap
 * data, which does not say why: the counters add only what no event accounts for.
 */
export class Rulings {
  #penalties: (Penalty & { readonly penaltyIssuedTime: number })[] = [];
  #warnings: (Warning & { readonly warningTime: number })[] = [];
  /** Penalties in s. */
  #seconds: Step[] = [];
  #counted: WarningStep[] = [];
  #isCounting = false;

  /** The penalties, in order. Penalties of seconds add up to `total`, unless events prove more. */
  penalties(total: number | null): Penalty[] {
    const given = this.#penalties.flatMap(({ penaltyType, penaltyTime, penaltyIssuedTime }) =>
      penaltyType === PenaltyType.TimePenalty ? [{ amount: penaltyTime ?? 0, time: penaltyIssuedTime }] : [],
    );
    const rest = limited(unexplained(this.#seconds, given), total === null ? null : total - sum(given));
    const counted = rest.map(
      ({ amount, lapNum, time }): Penalty => ({
        penaltyType: PenaltyType.TimePenalty,
        penaltyTime: amount,
        infringementType: null,
        otherVehicleIdx: null,
        lapNum,
        penaltyIssuedTime: time,
      }),
    );
    return [...counted, ...this.#penalties].sort(
      (one, other) => (one.penaltyIssuedTime ?? 0) - (other.penaltyIssuedTime ?? 0),
    );
  }

  /** The warnings, in order. The counters know better than the events which are for cutting corners. */
  get warnings(): Warning[] {
    const rest = this.#counted.map((step): WarningStep & { amount: number } => ({ ...step }));
    const given = this.#warnings.map((warning): Warning => {
      const step = nearest(rest, warning.warningTime)[0];
      if (step === undefined) return warning;
      step.amount -= 1;
      return { ...warning, warningType: step.warningType };
    });
    const counted = rest.flatMap(({ amount, lapNum, time, warningType }) =>
      Array.from({ length: amount }, () => ({ warningType, lapNum, warningTime: time })),
    );
    return [...given, ...counted].sort((one, other) => (one.warningTime ?? 0) - (other.warningTime ?? 0));
  }

  addEvent(
    { penaltyType, infringementType, otherVehicleIdx, time: given, lapNum }: GameEventOf<'PENA'>,
    time: number,
  ): void {
    if (penaltyType === PenaltyType.Warning) {
      const warningType = isCornerCutting(infringementType) ? WarningType.CornerCutting : WarningType.Other;
      this.#warnings.push({ warningType, lapNum: optional(lapNum), warningTime: time });
      return;
    }
    if (!penaltyTypes.has(penaltyType)) return;
    this.#penalties.push({
      penaltyType: penaltyType as PenaltyType,
      penaltyTime: optional(given),
      infringementType,
      otherVehicleIdx: optional(otherVehicleIdx),
      lapNum: optional(lapNum),
      penaltyIssuedTime: time,
    });
  }

  /** Follows the counters. Amounts counted before the recorder started have no lap and no time. */
  count({ totalWarnings, cornerCuttingWarnings, penalties, currentLapNum }: LapData, time: number): void {
    const at = this.#isCounting ? { lapNum: currentLapNum, time } : { lapNum: null, time: null };
    this.#isCounting = true;
    const rise = penalties - sum(this.#seconds);
    if (rise !== 0) this.#seconds.push({ amount: rise, ...at });
    this.#countWarnings(WarningType.CornerCutting, cornerCuttingWarnings, at);
    this.#countWarnings(WarningType.Other, Math.max(0, totalWarnings - cornerCuttingWarnings), at);
  }

  #countWarnings(warningType: WarningType, counter: number, at: Omit<Step, 'amount'>): void {
    const amount = counter - sum(this.#counted.filter((step) => step.warningType === warningType));
    if (amount > 0) this.#counted.push({ amount, warningType, ...at });
    // It was counted before its type was known.
    for (let fallen = amount; fallen < 0; fallen += 1) {
      const last = this.#counted.findLastIndex((step) => step.warningType === warningType);
      const step = this.#counted[last];
      if (step !== undefined)
        this.#counted.splice(last, 1, ...(step.amount > 1 ? [{ ...step, amount: step.amount - 1 }] : []));
    }
  }

  /** Removes what came after a moment that the game went back to. */
  rewind(time: number): void {
    const isBefore = (step: Step) => step.time === null || step.time <= time;
    this.#penalties = this.#penalties.filter(({ penaltyIssuedTime }) => penaltyIssuedTime <= time);
    this.#warnings = this.#warnings.filter(({ warningTime }) => warningTime <= time);
    this.#seconds = this.#seconds.filter(isBefore);
    this.#counted = this.#counted.filter(isBefore);
  }
}

interface Given {
  readonly amount: number;
  readonly time: number;
}

function sum(items: readonly { readonly amount: number }[]): number {
  return items.reduce((total, { amount }) => total + amount, 0);
}

/**
 * Returns the steps of the counters that no event explains. Each event accounts for its amount, of the steps that are
 * nearest to it first.
 */
function unexplained(steps: readonly Step[], given: readonly Given[]): Step[] {
  // A counter also falls, such as when a penalty is served.
  const rest = steps.filter(({ amount }) => amount > 0).map((step) => ({ ...step }));
  for (const { amount, time } of given) {
    let left = amount;
    for (const step of nearest(rest, time)) {
      const taken = Math.min(left, step.amount);
      step.amount -= taken;
      left -= taken;
    }
  }
  return rest.filter(({ amount }) => amount > 0);
}

/** The steps of which something is left, the nearest first. */
function nearest<Of extends Step>(steps: readonly Of[], time: number): Of[] {
  const distanceOf = (step: Step) => Math.abs((step.time ?? 0) - time);
  return steps.filter(({ amount }) => amount > 0).sort((one, other) => distanceOf(one) - distanceOf(other));
}

/** At most an amount in all, of the first ones, and one more for what is missing. Null: whatever there is. */
function limited(steps: readonly Step[], total: number | null): Step[] {
  if (total === null) return [...steps];
  let left = Math.max(0, total);
  const kept = steps.flatMap((step) => {
    const amount = Math.min(step.amount, left);
    left -= amount;
    return amount > 0 ? [{ ...step, amount }] : [];
  });
  return left > 0 ? [...kept, { amount: left, lapNum: null, time: null }] : kept;
}
