import type { LineUp } from '#contract/entities/line-up';
import type { Season } from '#contract/entities/season';
import { rosterAt } from '#contract/race/roster';
import { useSetLineUp } from '../../../actors/line-up.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { leaveOut, seatDriver, takeBack } from './line-up-choices.ts';

interface LineUpEditorProps {
  readonly season: Season;
  readonly eventId: string;
  readonly lineUp: LineUp;
  readonly version: string;
}

const leavingOut = 'out';
const banning = 'ban';

/** The line-up of an event with one choice for each seat: another driver, nobody, or a race ban. Every choice is stored at once. */
export function LineUpEditor({ season, eventId, lineUp, version }: LineUpEditorProps) {
  const { submit, isBusy, failure, secondsLeft, wait } = useSetLineUp(
    { seasonId: season.id, eventId },
    { lineUp, version },
  );
  const eventIds = season.events.map(({ id }) => id);
  const drivers = rosterAt(season.roster ?? [], eventIds, eventId);
  const answerOf = new Map(lineUp.answers.map((answer) => [answer.driverId, answer]));
  const seated = new Set(lineUp.seats.map(({ driverId }) => driverId));
  const nameOf = (id: string) => drivers.find((driver) => driver.id === id)?.name ?? '';
  const labelOf = ({ id, name }: (typeof drivers)[number]) => {
    const answer = answerOf.get(id);
    return answer === undefined ? name : `${name} (${answer.value}${answer.isLate ? ', late' : ''})`;
  };
  const decided = lineUp.changes.filter(({ driverId, seatId }) => seatId === null && nameOf(driverId) !== '');
  const banned = new Set(decided.flatMap(({ driverId, isBanned }) => (isBanned === true ? [driverId] : [])));
  // In the order of the roster: a seat does not move when its driver changes.
  const places = drivers.flatMap(({ id: seatId }) => {
    const seat = lineUp.seats.find((each) => each.seatId === seatId);
    const open = lineUp.open.find((each) => each.seatId === seatId);
    return seat === undefined && open === undefined ? [] : [{ seatId, seat, team: (seat ?? open)?.team ?? null }];
  });
  const free = drivers.filter(({ id, isReserve }) => isReserve && !seated.has(id) && !banned.has(id));
  return (
    <div className="stack gap-3">
      <ul className="grid border-t border-line desk:grid-cols-2 desk:gap-x-8">
        {places.map(({ seatId, seat, team }) => (
          <li key={seatId} className="flex items-center gap-2 border-b border-hair py-1">
            <TeamBar team={team} driver={nameOf(seatId)} height={30} />
            <span className="grid min-w-0 flex-1">
              <span className="truncate text-12 text-mute">
                {seat === undefined || seat.seatId !== seat.driverId
                  ? `Seat of ${nameOf(seatId)}`
                  : (team ?? 'No team')}
              </span>
              <select
                aria-label={`Driver in the seat of ${nameOf(seatId)}`}
                aria-disabled={isBusy || undefined}
                value={seat?.driverId ?? ''}
                onChange={({ target: { value } }) => {
                  if (isBusy) return;
                  if (value !== leavingOut && value !== banning) submit(seatDriver(value, seatId));
                  else if (seat !== undefined) submit(leaveOut(seat.driverId, value === banning));
                }}
                className="h-11 w-full min-w-0 rounded-8 border border-line bg-bg px-2 font-650"
              >
                {seat === undefined ? <option value="">Open seat</option> : null}
                <Options
                  of={drivers.filter(({ id }) => !banned.has(id)).map((driver) => [driver.id, labelOf(driver)])}
                />
                {seat === undefined ? null : (
                  <Options
                    of={[
                      [leavingOut, `Leave out ${seat.name}`],
                      [banning, `Race ban for ${seat.name}`],
                    ]}
                  />
                )}
              </select>
            </span>
          </li>
        ))}
      </ul>
      {decided.length === 0 ? null : (
        <ul className="flex flex-wrap gap-2">
          {decided.map(({ driverId, isBanned }) => (
            <li key={driverId}>
              <Button kind="chip" isDisabled={isBusy} onClick={() => submit(takeBack(driverId))}>
                {isBanned === true ? 'Race ban' : 'Left out'}: <bdi>{nameOf(driverId)}</bdi> · Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
      {free.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-14 text-mute">Reserves</span>
          {free.map((driver) => (
            <Button
              key={driver.id}
              kind="chip"
              isDisabled={isBusy}
              onClick={() => submit(seatDriver(driver.id, driver.id))}
            >
              Add <bdi>{labelOf(driver)}</bdi>
            </Button>
          ))}
        </div>
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </div>
  );
}
