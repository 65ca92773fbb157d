import { useState } from 'react';
import type { Ruling } from '#contract/entities/ruling';
import type { Result, Season } from '#contract/entities/season';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { PointsList } from '../../components/season/PointsList.tsx';
import { ResultsMatrix } from '../../components/season/ResultsMatrix.tsx';
import { pointsLines } from '../../format/points-lines.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { type DialogHandle, useDialogHistory } from '../../navigation/use-dialog-history.ts';

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

/** A driver's result in one session. */
interface SelectedResult {
  readonly driverName: string;
  readonly sessionTitle: string;
  readonly result: Result;
  readonly pointsFactor: number;
}

interface PointsDialogProps {
  readonly seasonId: string;
  readonly selected: SelectedResult | null;
  /** The rulings of the season. */
  readonly rulings: readonly Ruling[];
  readonly dialog: DialogHandle;
  /** The address at which its owner rules on a session of the season; null for everybody else. */
  readonly rulingsHref: string | null;
}

/** Explains the points of a result. */
function PointsDialog({ seasonId, selected, rulings, dialog, rulingsHref }: PointsDialogProps) {
  return (
    <Sheet
      id="points-title"
      title={<bdi>{selected?.driverName}</bdi>}
      note={selected?.sessionTitle ?? ''}
      dialog={dialog}
    >
      {selected === null ? null : (
        <>
          <PointsList lines={pointsLines(selected.result, selected.pointsFactor, rulings)} />
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={seasonSessionPath(seasonId, selected.result.sessionId)}>Open session</ButtonLink>
            {rulingsHref === null ? null : (
              <ButtonLink href={`${rulingsHref}?session=${selected.result.sessionId}&car=${selected.result.driverIdx}`}>
                Rule on this result
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </Sheet>
  );
}
