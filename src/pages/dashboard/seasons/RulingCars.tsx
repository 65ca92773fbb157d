import type { Season } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { classify } from '#contract/race/classify';
import { namingOf, shownNames } from '#contract/race/names';
import { hasPoleBonus } from '#contract/race/pole-bonus';
import { rulingsInForce } from '#contract/race/rulings';
import { statusLabel } from '#contract/race/status-label';
import { formatCount } from '../../../format/count.ts';
import { resultText } from '../../../format/results.ts';
import { rulingText } from '../../../format/ruling-text.ts';
import { formatPoints } from '../../../format/time.ts';

interface RulingCarsProps {
  readonly season: Season;
  readonly session: Pick<Session, 'id' | 'sessionType' | 'drivers'>;
  readonly chosen: readonly number[];
  readonly error: string | null;
  readonly onToggle: (carIndex: number) => void;
}

/** The result of a session as it counts now; a tap on a driver chooses their car for a ruling. */
export function RulingCars({ season, session, chosen, error, onToggle }: RulingCarsProps) {
  return (
    <fieldset className="stack min-w-0 gap-1.5">
      <legend className="mb-1.5 flex w-full justify-between gap-3 font-650">
        Drivers
        <span className="font-500 text-mute">
          {chosen.length === 0 ? 'Choose one or more' : formatCount(chosen.length, 'driver')}
        </span>
      </legend>
      <div className="scroll-y max-h-88 border-y border-line wide:max-h-none">
        {rowsOf({ season, session }).map(({ carIndex, name, place, points, hasPole, rulings }) => (
          <label
            key={carIndex}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 border-b border-hair px-2 last:border-0 hover:bg-raised has-checked:bg-raised focus-inside -outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosen.includes(carIndex)}
              onChange={() => onToggle(carIndex)}
              className="size-5 shrink-0 accent-red"
            />
            <b className="w-9 shrink-0 text-center font-800">{place}</b>
            <bdi className="min-w-0 flex-1 truncate text-left font-650">{name}</bdi>
            {rulings === '' ? null : <span className="max-w-2/5 truncate text-14 text-amber">{rulings}</span>}
            {hasPole ? <span className="shrink-0 text-12 text-mute">Pole</span> : null}
            <span className="w-9 shrink-0 text-right text-mute">{points}</span>
          </label>
        ))}
      </div>
      {error === null ? null : (
        <p className="text-14 text-red" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The rows in the order that counts, by the names that the season shows; each name is unique. */
function rowsOf({ season, session }: Pick<RulingCarsProps, 'season' | 'session'>) {
  const { aliases = [], roster, rulings = [], standings } = season;
  const recorded = classify(session);
  const names = shownNames(
    recorded.map(({ driver }) => driver),
    namingOf(aliases, roster ?? []),
  );
  const results = new Map(
    standings.drivers
      .flatMap((driver) => driver.results)
      .filter((result) => result.sessionId === session.id)
      .map((result) => [result.driverIdx, result]),
  );
  const last = Number.MAX_SAFE_INTEGER;
  return recorded
    .map(({ driver, position, resultStatus }, index) => {
      const result = results.get(driver.carIndex);
      const made = rulingsInForce(rulings).filter(
        (ruling) => ruling.sessionId === session.id && 'carIndex' in ruling && ruling.carIndex === driver.carIndex,
      );
      return {
        carIndex: driver.carIndex,
        name: names[index] ?? driver.name,
        order: result === undefined ? (position ?? last) : (result.position ?? last),
        place: result === undefined ? (statusLabel(resultStatus) ?? String(position ?? '–')) : resultText(result),
        points: result === undefined || result.points === 0 ? '' : formatPoints(result.points),
        hasPole: result !== undefined && hasPoleBonus(result),
        rulings: made.map(rulingText).join(', '),
      };
    })
    .sort((one, other) => one.order - other.order);
}
