import { PenaltyType, WarningType } from '#contract/enumerations';
import type { Penalty, Warning } from '#contract/session';
import type { SavedCar } from './file.ts';
import { positive } from './numbers.ts';

/** The history's words for what it counted, without blanks: an amount of warnings, of visits to the pits, of seconds. */
const kinds: Readonly<Record<string, { warning: WarningType } | { penalty: PenaltyType }>> = {
  cornercuttingwarning: { warning: WarningType.CornerCutting },
  otherwarning: { warning: WarningType.Other },
  dtpenalty: { penalty: PenaltyType.DriveThrough },
  drivethroughpenalty: { penalty: PenaltyType.DriveThrough },
  sgpenalty: { penalty: PenaltyType.StopGo },
  stopgopenalty: { penalty: PenaltyType.StopGo },
  timepenalty: { penalty: PenaltyType.TimePenalty },
};

const unsaid = { infringementType: null, otherVehicleIdx: null, penaltyIssuedTime: null };

/** Penalties and warnings of a car: the history says what went up, by how much and on which lap, and never why. */
export function rulingsOf(car: SavedCar): { penalties: Penalty[]; warnings: Warning[] } {
  const penalties: Penalty[] = [];
  const warnings: Warning[] = [];
  for (const entry of car['warning-penalty-history'] ?? []) {
    const kind = kinds[entry['entry-type'].toLowerCase().replaceAll(/[^a-z]/g, '')];
    // What goes down was served or taken back.
    const gained = Math.round((entry['new-value'] ?? 0) - (entry['old-value'] ?? 0));
    if (kind === undefined || gained <= 0) continue;
    const lapNum = positive(entry['lap-number']);
    if ('warning' in kind) {
      warnings.push(...times(gained, { warningType: kind.warning, lapNum, warningTime: null }));
    } else if (kind.penalty === PenaltyType.TimePenalty) {
      penalties.push({ ...unsaid, penaltyType: kind.penalty, penaltyTime: gained, lapNum });
    } else {
      penalties.push(...times(gained, { ...unsaid, penaltyType: kind.penalty, penaltyTime: null, lapNum }));
    }
  }
  return { penalties, warnings };
}

/** Copies of one thing; what the game counts fits in a byte. */
function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: Math.min(count, 255) }, () => item);
}
