import { useState } from 'react';
import type { Season } from '#contract/entities/season';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { ResultsMatrix } from '../../components/season/ResultsMatrix.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { PointsDialog, type SelectedResult } from './PointsDialog.tsx';

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
          setSelected({ driverName: driver.name, sessionTitle, result, pointsFactor: event?.pointsFactor ?? 1 });
          dialog.open();
        }}
      />
      <PointsDialog
        seasonId={season.id}
        selected={selected}
        rulings={season.rulings ?? []}
        dialog={dialog}
        rulingsHref={rulingsHref}
      />
    </>
  );
}
