import type { LiveDriver } from '#contract/live/document';
import { PenaltyType } from '#contract/penalties';
import { formatCount } from '../../format/count.ts';
import { infringementName, penaltyName } from '../../format/penalty-names.ts';

/** The penalties of a driver, the last one first, and the warnings. */
export function DriverPenalties({ driver }: { driver: LiveDriver }) {
  const penalties = Object.entries(driver.penalties ?? {}).filter(
    ([, { penaltyType }]) => penaltyType !== PenaltyType.Warning && penaltyType !== PenaltyType.PenaltyReminder,
  );
  const warnings = driver.totalWarnings ?? 0;
  if (penalties.length === 0 && warnings === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-750">Penalties</h3>
      <ul className="grid gap-1 text-14">
        {penalties.reverse().map(([number, { penaltyType, penaltyTime, infringementType, lapNum }]) => (
          <li key={number} className="flex gap-2">
            <span className="w-8 shrink-0 text-mute">{lapNum === undefined ? '' : `L${lapNum}`}</span>
            <span>
              <span className="font-650 text-amber">
                {penaltyType === PenaltyType.TimePenalty && penaltyTime !== undefined
                  ? `+${penaltyTime}s`
                  : penaltyName(penaltyType)}
              </span>{' '}
              {infringementName(infringementType ?? null)}
            </span>
          </li>
        ))}
        {warnings === 0 ? null : <li className="text-mute">{formatCount(warnings, 'warning')}</li>}
      </ul>
    </div>
  );
}
