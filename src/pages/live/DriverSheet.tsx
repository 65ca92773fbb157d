import type { TyreCompound } from '#contract/enumerations';
import { afterStop } from '#contract/race/after-stop';
import { lapsOf } from '#contract/race/live-laps';
import type { LiveLine } from '#contract/race/live-timing';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Button } from '../../components/Button.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { Tyre } from '../../components/Tyre.tsx';
import { formatGap, formatLap, formatTime } from '../../format/time.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';

export interface DriverSheetProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  readonly favourites: readonly string[];
  readonly onFavourites: (favourites: string[]) => void;
  readonly onClose: () => void;
}

/** One driver: gaps, the effect of a stop now, stints and laps. */
export function DriverSheet({ store, carIndex, favourites, onFavourites, onClose }: DriverSheetProps) {
  const dialog = useDialogHistory();
  useOpenDialog(dialog, true);
  const view = useRace(store, (state) => state.view);
  const line = view?.lines.find((each) => each.carIndex === carIndex);
  if (view === null || line === undefined) return null;
  const { driver } = line;
  const isFavourite = favourites.includes(driver.name);
  const nameOf = (car: number) => view.rows.get(car)?.name ?? '';
  return (
    <Sheet
      id="driver-title"
      title={<bdi>{driver.name}</bdi>}
      note={[driver.team, driver.carNumber === undefined ? null : `No. ${driver.carNumber}`]
        .filter(Boolean)
        .join(' · ')}
      dialog={{
        ...dialog,
        onClose: () => {
          dialog.onClose();
          onClose();
        },
      }}
    >
      <Button
        icon={pageIcons.star}
        aria-pressed={isFavourite}
        onClick={() =>
          onFavourites(
            isFavourite ? favourites.filter((name) => name !== driver.name) : [...favourites, driver.name].slice(-50),
          )
        }
        className="justify-self-start aria-pressed:border-favourite aria-pressed:text-favourite"
      >
        Favourite
      </Button>
      <Around lines={view.lines} line={line} nameOf={nameOf} />
      {view.head.isOfRace && view.head.flag !== 'red' && !line.isOut ? (
        <Stop lines={view.lines} line={line} nameOf={nameOf} />
      ) : null}
      <Stints line={line} />
      <Laps line={line} />
    </Sheet>
  );
}

interface PartProps {
  readonly lines: readonly LiveLine[];
  readonly line: LiveLine;
  readonly nameOf: (carIndex: number) => string;
}

function Around({ lines, line, nameOf }: PartProps) {
  const [ahead, behind] = [lines[line.place - 2], lines[line.place]];
  const texts = [
    ahead === undefined ? null : { key: 'ahead', gap: line.interval, name: nameOf(ahead.carIndex) },
    behind === undefined ? null : { key: 'behind', gap: behind.interval, name: nameOf(behind.carIndex) },
  ];
  return (
    <dl className="grid gap-1">
      {texts.map((text) =>
        text === null || text.gap === null ? null : (
          <div key={text.key} className="flex gap-2">
            <dt className="text-mute">{text.key === 'ahead' ? 'Ahead' : 'Behind'}</dt>
            <dd className="flex min-w-0 flex-1 justify-between gap-2">
              <bdi className="truncate">{text.name}</bdi>
              <span className="font-650">
                {'laps' in text.gap
                  ? `${text.gap.laps} lap${text.gap.laps === 1 ? '' : 's'}`
                  : formatTime(text.gap.milliseconds)}
              </span>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Stop({ lines, line, nameOf }: PartProps) {
  const stop = afterStop(lines, line.carIndex);
  if (stop === null) return null;
  const { place, ahead, behind, loss, isMeasured } = stop;
  return (
    <div className="card grid gap-0.5 p-3">
      <h3 className="font-750">
        After a stop now: <span className="text-amber">P{place}</span>
      </h3>
      <p className="text-14">
        {ahead === null ? null : (
          <>
            {formatGap(ahead.milliseconds)} behind <bdi>{nameOf(ahead.carIndex)}</bdi>
          </>
        )}
        {ahead === null || behind === null ? null : ', '}
        {behind === null ? null : (
          <>
            {formatTime(behind.milliseconds)} ahead of <bdi>{nameOf(behind.carIndex)}</bdi>
          </>
        )}
      </p>
      <p className="text-12 text-mute">
        A stop costs about {Math.round(loss / 1_000)} s{isMeasured ? ' here' : '; nobody has stopped here yet'}.
      </p>
    </div>
  );
}

function Stints({ line: { driver, compound } }: { line: LiveLine }) {
  const isOver = ({ endLap }: { endLap: number }) => endLap < (driver.currentLapNumber ?? Infinity);
  const driven = Object.entries(driver.tyres ?? {}).filter(([, stint]) => isOver(stint));
  const stints = driven.map(([number, { tyreCompound, endLap }], index, all) => ({
    number,
    compound: tyreCompound as TyreCompound,
    from: (all[index - 1]?.[1].endLap ?? 0) + 1,
    to: endLap,
  }));
  if (stints.length === 0 && compound === null) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="font-750">Tyres</h3>
      <ul className="flex flex-wrap gap-3">
        {stints.map((stint) => (
          <li key={stint.number} className="flex items-center gap-1.5">
            <Tyre compound={stint.compound} />
            <span className="text-14 text-mute">
              L{stint.from}–{stint.to}
            </span>
          </li>
        ))}
        {compound === null ? null : (
          <li className="flex items-center gap-1.5">
            <Tyre compound={compound} />
            <span className="text-14">
              now{driver.currentTyreAgeLaps === undefined ? '' : `, ${driver.currentTyreAgeLaps} laps`}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}

function Laps({ line: { driver } }: { line: LiveLine }) {
  const laps = lapsOf(driver).map((lap, index) => ({ ...lap, number: index + 1 }));
  if (laps.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <h3 id="laps-title" className="font-750">
        Laps
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section aria-labelledby="laps-title" tabIndex={0} className="scroll-y max-h-60">
        <table className="w-full text-right text-14">
          <thead className="sticky top-0 bg-panel">
            <tr className="text-12 text-mute">
              {['Lap', 'Time', 'S1', 'S2', 'S3'].map((label) => (
                <th key={label} scope="col" className="h-7 font-500">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {laps.reverse().map((lap) => (
              <tr key={lap.number} className="h-8 border-b border-hair">
                <td className="text-mute">{lap.number}</td>
                <td className={lap.invalidLap ? 'text-red line-through' : 'font-650'}>{formatLap(lap.lapTime)}</td>
                <td>{formatTime(lap.sector1Time)}</td>
                <td>{formatTime(lap.sector2Time)}</td>
                <td>{formatTime(lap.sector3Time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
