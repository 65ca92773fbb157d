import type { Driver } from '#contract/entities/session';
import { infringementName, penaltyName } from '../../format/penalty-names.ts';

/** A penalty in words, such as `Time penalty 5 s` and `collision, with Bo`; the reason is empty where none is known. */
export function penaltyLine(
  { penaltyType, penaltyTime, infringementType, otherVehicleIdx }: Driver['penalties'][number],
  drivers: readonly Pick<Driver, 'carIndex' | 'name'>[],
): { readonly title: string; readonly reason: string } {
  const other = drivers.find(({ carIndex }) => carIndex === otherVehicleIdx)?.name;
  const reasons = [infringementName(infringementType), other === undefined ? null : `with ${other}`];
  return {
    title: penaltyTime === null ? penaltyName(penaltyType) : `${penaltyName(penaltyType)} ${penaltyTime} s`,
    reason: reasons.filter((part) => part !== null).join(', '),
  };
}
