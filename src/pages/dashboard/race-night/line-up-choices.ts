import type { LineUp, LineUpChange } from '#contract/entities/line-up';
import type { LineUpChoice } from '../../../actors/line-up.ts';

type Shown = Pick<LineUp, 'seats' | 'open' | 'answers' | 'changes'>;

const without = (changes: readonly LineUpChange[], ids: readonly string[]) =>
  changes.filter(({ driverId }) => !ids.includes(driverId));

/** A driver gets a seat. Who had it gets the seat that the driver leaves; without one, a regular driver is left out. */
export function seatDriver(driverId: string, seatId: string): LineUpChoice {
  return { about: [driverId, seatId], apply: withSeat };
}

/** A driver does not take part; `isBanned` for a race ban. */
export function leaveOut(driverId: string, isBanned = false): LineUpChoice {
  return { about: [driverId], apply: isBanned ? withBan : withoutDriver };
}

/** A driver is where their answer puts them. */
export function takeBack(driverId: string): LineUpChoice {
  return { about: [driverId], apply: withoutChoice };
}

function withSeat(
  { seats, open, answers, changes }: Shown,
  [driverId = '', seatId = '']: readonly string[],
): readonly LineUpChange[] {
  const before = seats.find((seat) => seat.seatId === seatId);
  if (before?.driverId === driverId) return changes;
  const left = seats.find((seat) => seat.driverId === driverId);
  const kept = without(changes, [driverId, before?.driverId ?? '']).filter((change) => change.seatId !== seatId);
  // Nobody needs to say that a regular driver has their own seat.
  const isUsual = driverId === seatId && [...seats, ...open].some((seat) => seat.seatId === driverId);
  const saidNo = answers.some((each) => each.driverId === driverId && each.value === 'out');
  // A seat of one's own goes with its driver: nobody else can have it.
  const isLeftFree = left !== undefined && !(left.isReserve && left.seatId === driverId);
  return [
    ...kept,
    ...(isUsual && !saidNo ? [] : [{ driverId, seatId }]),
    ...(before === undefined ? [] : replaced(before, isLeftFree ? left.seatId : null)),
  ];
}

/** Who has lost a seat to somebody. A reserve without one waits again. */
function replaced({ driverId, isReserve }: LineUp['seats'][number], seatId: string | null): LineUpChange[] {
  if (seatId === driverId) return [];
  return seatId === null && isReserve ? [] : [{ driverId, seatId }];
}

const withoutDriver: LineUpChoice['apply'] = ({ changes }, ids) => [
  ...without(changes, ids),
  ...ids.map((driverId) => ({ driverId, seatId: null })),
];

const withBan: LineUpChoice['apply'] = ({ changes }, ids) => [
  ...without(changes, ids),
  ...ids.map((driverId) => ({ driverId, seatId: null, isBanned: true })),
];

const withoutChoice: LineUpChoice['apply'] = ({ changes }, ids) => without(changes, ids);
