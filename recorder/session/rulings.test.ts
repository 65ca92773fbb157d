import { describe, expect, test } from 'vitest';
import { PenaltyType, WarningType } from '#contract/penalties';
import { blankBody } from '../game/packet.ts';
import { Rulings } from './rulings.ts';

const blank = blankBody('lapData', 2025).lapData[0];
if (blank === undefined) throw new Error('lap data has cars');
const event = { penaltyType: PenaltyType.TimePenalty, infringementType: 7, vehicleIdx: 1, otherVehicleIdx: 255 };
const second = 1_000;

/** A car with a penalty of 5 s at each of these times, in s, and its counter in s at others. */
function rulingsOf(
  events: readonly number[],
  counters: readonly (readonly [time: number, seconds: number])[],
): Rulings {
  const rulings = new Rulings();
  const steps = [
    ...events.map((at) => ({
      at,
      take: () => rulings.addEvent({ ...event, time: 5, lapNum: 2, placesGained: 0 }, at * second),
    })),
    ...counters.map(([at, penalties]) => ({
      at,
      take: () => rulings.count({ ...blank, penalties, currentLapNum: 2 } as typeof blank & object, at * second),
    })),
  ];
  for (const { take } of steps.sort((one, other) => one.at - other.at)) take();
  return rulings;
}

const given = (rulings: Rulings, total: number | null) =>
  rulings.penalties(total).map(({ penaltyTime, infringementType }) => [penaltyTime, infringementType]);

describe('penalties', () => {
  test('two events and one step of the counter are two', () => {
    expect(
      given(
        rulingsOf(
          [40, 40.05],
          [
            [0, 0],
            [40.1, 10],
          ],
        ),
        10,
      ),
    ).toEqual([
      [5, 7],
      [5, 7],
    ]);
  });

  test('an event long before its counter is one', () => {
    expect(
      given(
        rulingsOf(
          [40],
          [
            [0, 0],
            [46.5, 5],
          ],
        ),
        5,
      ),
    ).toEqual([[5, 7]]);
  });

  test('one whose event is lost is in the list without a reason', () => {
    expect(
      given(
        rulingsOf(
          [40],
          [
            [0, 0],
            [40.1, 5],
            [60, 15],
          ],
        ),
        15,
      ),
    ).toEqual([
      [5, 7],
      [10, null],
    ]);
  });

  test('the seconds in all decide what nobody gave a reason for', () => {
    const rulings = rulingsOf(
      [40],
      [
        [0, 0],
        [40.1, 5],
        [60, 10],
      ],
    );
    expect(given(rulings, 5)).toEqual([[5, 7]]);
    expect(given(rulings, 13)).toEqual([
      [3, null],
      [5, 7],
      [5, null],
    ]);
  });

  test('one that was served and then another one are two', () => {
    expect(
      given(
        rulingsOf(
          [],
          [
            [0, 0],
            [40, 5],
            [60, 0],
            [80, 5],
          ],
        ),
        null,
      ),
    ).toEqual([
      [5, null],
      [5, null],
    ]);
  });

  test('after a flashback only what came before it is left', () => {
    const rulings = rulingsOf(
      [40, 60],
      [
        [0, 0],
        [40.1, 5],
        [60.1, 10],
      ],
    );
    rulings.rewind(50 * second);
    rulings.count({ ...blank, penalties: 5 }, 51 * second);
    expect(given(rulings, null)).toEqual([[5, 7]]);
  });
});

describe('warnings', () => {
  const warn = (rulings: Rulings, infringementType: number, at: number) =>
    rulings.addEvent(
      { ...event, penaltyType: PenaltyType.Warning, infringementType, time: 255, lapNum: 2, placesGained: 0 },
      at * second,
    );
  const count = (rulings: Rulings, totalWarnings: number, cornerCuttingWarnings: number, at: number) =>
    rulings.count({ ...blank, totalWarnings, cornerCuttingWarnings }, at * second);
  const typesOf = (rulings: Rulings) => rulings.warnings.map(({ warningType }) => warningType);

  test('an event long before its counter is one, of the type that the counter says', () => {
    const rulings = new Rulings();
    count(rulings, 0, 0, 0);
    warn(rulings, 10, 40);
    count(rulings, 1, 1, 46.5);
    expect(typesOf(rulings)).toEqual([WarningType.CornerCutting]);
  });

  test('one that is counted before its type is one', () => {
    const rulings = new Rulings();
    count(rulings, 0, 0, 0);
    count(rulings, 1, 0, 40);
    count(rulings, 1, 1, 40.1);
    expect(typesOf(rulings)).toEqual([WarningType.CornerCutting]);
  });
});
