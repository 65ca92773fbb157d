import type { TyreCompound } from '#contract/enumerations';
import type { LiveLine } from '#contract/race/live-timing';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { FollowButton } from '../../components/FollowButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { Tyre } from '../../components/Tyre.tsx';
import { formatTime } from '../../format/time.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { DriverLaps } from './DriverLaps.tsx';
import { DriverPenalties } from './DriverPenalties.tsx';
import { DriverStop } from './DriverStop.tsx';
import { driverHeadline } from './driver-headline.ts';
import { tyresNowText } from './tyre-age.ts';

export interface DriverSheetProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  readonly favourites: readonly string[];
  readonly onFavourites: (favourites: string[]) => void;
  readonly onClose: () => void;
}

/** One driver: place and gap, the cars around, the effect of a stop now, tyres, stops, penalties and laps. */
export function DriverSheet({ store, carIndex, favourites, onFavourites, onClose }: DriverSheetProps) {
  const dialog = useDialogHistory(onClose);
  useOpenDialog(dialog, true);
  const view = useRace(store, (state) => state.view);
  const line = view?.lines.find((each) => each.carIndex === carIndex);
  if (view === null || line === undefined) return null;
  const { driver } = line;
  const row = view.rows.get(carIndex);
  const { isOfRace, flag } = view.head;
  const nameOf = (car: number) => view.rows.get(car)?.name ?? '';
  return (
    <Sheet
      id="driver-title"
      title={
        <>
          <TeamBar team={driver.team ?? null} driver={carIndex} height={14} /> <bdi>{driver.name}</bdi>
        </>
      }
      note={[driver.team, driver.carNumber === undefined ? null : `No. ${driver.carNumber}`]
        .filter(Boolean)
        .join(' · ')}
      dialog={dialog}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-26 font-800">{row === undefined ? `P${line.place}` : driverHeadline(row, isOfRace)}</p>
        <FollowButton
          name={driver.name}
          isFollowed={favourites.includes(driver.name)}
          onFollow={(name, isFollowed) =>
            onFavourites(isFollowed ? [...favourites, name].slice(-50) : favourites.filter((other) => other !== name))
          }
        />
      </div>
      <Around lines={view.lines} line={line} nameOf={nameOf} />
      {isOfRace && flag !== 'red' && flag !== 'chequered' && !line.isOut ? (
        <DriverStop document={view.document} lines={view.lines} carIndex={carIndex} nameOf={nameOf} />
      ) : null}
      <Stints line={line} />
      <Stops stops={Object.entries(driver.pitStops ?? {})} />
      <DriverPenalties driver={driver} />
      <DriverLaps lines={view.lines} line={line} />
    </Sheet>
  );
}

interface StopsProps {
  readonly stops: readonly (readonly [
    number: string,
    stop: { readonly lapNum: number; readonly pitLaneTime?: number },
  ])[];
}

function Stops({ stops }: StopsProps) {
  if (stops.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-750">Stops</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {stops.map(([number, { lapNum, pitLaneTime }]) => (
          <li key={number}>
            <span className="text-mute">L{lapNum}</span>{' '}
            {pitLaneTime === undefined ? null : `${(pitLaneTime / 1_000).toFixed(1)} s in the pit lane`}
          </li>
        ))}
      </ul>
    </div>
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
              L{stint.from}
              {stint.to > stint.from ? `–${stint.to}` : null}
            </span>
          </li>
        ))}
        {compound === null ? null : (
          <li className="flex items-center gap-1.5">
            <Tyre compound={compound} />
            <span className="text-14">{tyresNowText(driver.currentTyreAgeLaps)}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
