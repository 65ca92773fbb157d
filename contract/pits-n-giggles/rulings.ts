import type { Penalty, Warning } from '../entities/session.ts';
import { PenaltyType, WarningType } from '../enumerations.ts';
import type { SavedCar } from './file.ts';
import { positive } from './numbers.ts';

/** The names of counters in the history, without spaces. They count warnings, visits to the pits, or seconds. */
const kinds: Readonly<Record<string, { warning: WarningType } | { penalty: PenaltyType }>> = {
  cornercuttingwarning: { warning: WarningType.CornerCutting },
  otherwarning: { warning: WarningType.Other },
  dtpenalty: { penalty: PenaltyType.DriveThrough },
  drivethroughpenalty: { penalty: PenaltyType.DriveThrough },
  sgpenalty: { penalty: PenaltyType.StopGo },
  stopgopenalty: { penalty: PenaltyType.StopGo },
  timepenalty: { penalty: PenaltyType.TimePenalty },
};

const unknown = { infringementType: null, otherVehicleIdx: null, penaltyIssuedTime: null };

/** Penalties and warnings of a car. The history says which counter rose, by how much and on which lap, but not why. */
export function rulingsOf(car: SavedCar): { penalties: Penalty[]; warnings: Warning[] } {
  const penalties: Penalty[] = [];
  const warnings: Warning[] = [];
  for (const entry of car['warning-penalty-history'] ?? []) {
    const kind = kinds[entry['entry-type'].toLowerCase().replaceAll(/[^a-z]/g, '')];
    // A counter falls when a penalty was served or withdrawn.
    const added = Math.round((entry['new-value'] ?? 0) - (entry['old-value'] ?? 0));
    if (kind === undefined || added <= 0) continue;
    const lapNum = positive(entry['lap-number']);
    if ('warning' in kind) {
      warnings.push(...repeat(added, { warningType: kind.warning, lapNum, warningTime: null }));
    } else if (kind.penalty === PenaltyType.TimePenalty) {
      penalties.push({ ...unknown, penaltyType: kind.penalty, penaltyTime: added, lapNum });
    } else {
      penalties.push(...repeat(added, { ...unknown, penaltyType: kind.penalty, penaltyTime: null, lapNum }));
    }
  }
  return { penalties, warnings };
}

/** Copies of an item; the game's counters fit in a byte. */
function repeat<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: Math.min(count, 255) }, () => item);
}
