import type { RosterDriver, SeatChange } from '#contract/entities/roster';
import type { SeasonEvent } from '#contract/entities/season';
import { focusOnArrival } from '../../../browser/focus.ts';
import { Button } from '../../../components/Button.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { trackName } from '../../../format/names.ts';

interface DriverFieldsProps {
  readonly driver: RosterDriver;
  readonly events: readonly SeasonEvent[];
  /** The id of the list of known teams. */
  readonly teamsId: string;
  readonly isRefused: boolean;
  /** The driver was just added: typing goes on here. */
  readonly isNew: boolean;
  readonly onChange: (driver: RosterDriver) => void;
}

const input = 'h-11 w-full min-w-0 rounded-8 border border-line bg-bg px-3 text-17 aria-invalid:border-red';

/** Number, name, team and seats of a driver of the roster. */
export function DriverFields({ driver, events, teamsId, isRefused, isNew, onChange }: DriverFieldsProps) {
  const { number, name, team, isReserve, changes } = driver;
  const called = calledName(driver);
  const change = (patch: Partial<RosterDriver>) => onChange({ ...driver, ...patch });
  const setSeat = (index: number, patch: Partial<SeatChange>) =>
    change({ changes: changes.map((seat, at) => (at === index ? { ...seat, ...patch } : seat)) });
  const free = events.filter(({ id }) => changes.every(({ eventId }) => eventId !== id));
  const next = free.find(({ sessions }) => sessions.length === 0) ?? free.at(-1);
  return (
    <>
      <div className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-2 desk:grid-cols-[64px_minmax(0,5fr)_minmax(0,4fr)_104px]">
        <input
          aria-label={`Number of ${called}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          placeholder="No."
          className={`${input} text-center tabular-nums`}
          value={number ?? ''}
          onChange={({ target }) => change({ number: numberIn(target.value) })}
        />
        <input
          aria-label={`Name of ${called}`}
          aria-invalid={isRefused || undefined}
          autoComplete="off"
          spellCheck={false}
          ref={isNew ? focusOnArrival : undefined}
          placeholder="Name"
          className={`${input} font-650`}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div className="max-desk:col-span-full max-desk:grid max-desk:grid-cols-[minmax(0,1fr)_104px] max-desk:gap-2 desk:contents">
          <Team
            label={`Team of ${called}`}
            value={team}
            teamsId={teamsId}
            onChange={(value) => change({ team: value })}
          />
          <Reserve label={called} isReserve={isReserve} onChange={(value) => change({ isReserve: value })} />
        </div>
      </div>
      {changes.map((seat, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat has no id, and its event is what changes under the focus
          key={index}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)_44px] items-center gap-2 border-l-2 border-line pl-3 desk:border-l-0 desk:pl-0 desk:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_104px_44px]"
        >
          <legend className="sr-only">Another seat of {called}</legend>
          <select
            aria-label={`From which event ${called} has this seat`}
            className="h-11 w-full min-w-0 rounded-8 border border-line bg-bg px-3 text-17"
            value={seat.eventId}
            onChange={({ target }) => setSeat(index, { eventId: target.value })}
          >
            {events.some(({ id }) => id === seat.eventId) ? null : (
              <option value={seat.eventId}>A deleted event</option>
            )}
            {events.map((event, round) => (
              <option
                key={event.id}
                value={event.id}
                disabled={event.id !== seat.eventId && changes.some(({ eventId }) => eventId === event.id)}
              >
                From round {round + 1}, {event.name ?? trackName(event.track)}
              </option>
            ))}
          </select>
          <div className="row-start-1 max-desk:col-start-2 desk:col-start-4">
            <IconButton
              icon={pageIcons.trash}
              size={20}
              label={`Remove this seat of ${called}`}
              onClick={() => change({ changes: changes.filter((_, at) => at !== index) })}
            />
          </div>
          <div className="max-desk:col-span-full max-desk:grid max-desk:grid-cols-[minmax(0,1fr)_104px] max-desk:gap-2 desk:contents">
            <Team
              label={`New team of ${called}`}
              value={seat.team}
              teamsId={teamsId}
              onChange={(value) => setSeat(index, { team: value })}
            />
            <Reserve
              label={`${called}, from then on`}
              isReserve={seat.isReserve}
              onChange={(value) => setSeat(index, { isReserve: value })}
            />
          </div>
        </fieldset>
      ))}
      {next === undefined || changes.length >= 20 ? null : (
        <Button
          kind="link"
          className="justify-self-start text-14"
          aria-label={`Change of team of ${called}`}
          onClick={() => {
            const last = changes.at(-1) ?? driver;
            change({ changes: [...changes, { eventId: next.id, team: last.team, isReserve: last.isReserve }] });
          }}
        >
          Change of team
        </Button>
      )}
    </>
  );
}

/** What labels call a driver. */
export function calledName({ name, number }: Pick<RosterDriver, 'name' | 'number'>): string {
  return name.trim() !== '' ? name : number === null ? 'new driver' : `driver ${number}`;
}

function numberIn(text: string): number | null {
  const number = Number(text.replaceAll(/\D/g, ''));
  return number === 0 ? null : number;
}

interface TeamProps {
  readonly label: string;
  readonly value: string | null;
  readonly teamsId: string;
  readonly onChange: (team: string | null) => void;
}

function Team({ label, value, teamsId, onChange }: TeamProps) {
  return (
    <input
      aria-label={label}
      autoComplete="off"
      list={teamsId}
      placeholder="Team"
      className={input}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    />
  );
}

interface ReserveProps {
  readonly label: string;
  readonly isReserve: boolean;
  readonly onChange: (isReserve: boolean) => void;
}

function Reserve({ label, isReserve, onChange }: ReserveProps) {
  return (
    <label className="flex h-11 items-center gap-2 text-14">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-red"
        aria-label={`Reserve: ${label}`}
        checked={isReserve}
        onChange={({ target }) => onChange(target.checked)}
      />
      Reserve
    </label>
  );
}
