import { useState } from 'react';
import type { Result, Season } from '#contract/entities/season';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { PointsList } from './PointsList.tsx';
import { ResultsMatrix } from './ResultsMatrix.tsx';

interface ResultsPanelProps {
  readonly season: Season;
  readonly rulingsHref: string | null;
}

/** The results of all drivers; a result opens the explanation of its points. */
export function ResultsPanel({ season, rulingsHref }: ResultsPanelProps) {
  const [selected, setSelected] = useState<SelectedResult | null>(null);
  const dialog = useDialogHistory();
  const { isFollowed } = useFollowedDrivers();
  return (
    <>
      <ResultsMatrix
        season={season}
        isFollowed={isFollowed}
        explain={(driver, result, sessionTitle) => {
          const event = season.events.find(({ sessions }) =>
            sessions.some(({ session }) => session.id === result.sessionId),
          );
          setSelected({ driverName: driver.name, sessionTitle, result, pointsFactor: event?.pointsFactor });
          dialog.open();
        }}
      />
      <Sheet
        id="points-title"
        title={<bdi>{selected?.driverName}</bdi>}
        note={selected?.sessionTitle ?? ''}
        dialog={dialog}
      >
        {selected === null ? null : (
          <PointsList seasonId={season.id} {...selected} rulings={season.rulings} rulingsHref={rulingsHref} />
        )}
      </Sheet>
    </>
  );
}

/** A driver's result in one session. */
interface SelectedResult {
  readonly driverName: string;
  readonly sessionTitle: string;
  readonly result: Result;
  readonly pointsFactor: number | undefined;
}
