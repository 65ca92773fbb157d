import type { Ruling } from '#contract/entities/ruling';
import type { Result } from '#contract/entities/season';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { PointsList } from '../../components/season/PointsList.tsx';
import { pointsLines } from '../../format/points-lines.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import type { DialogHandle } from '../../navigation/use-dialog-history.ts';

/** A driver's result in one session. */
export interface SelectedResult {
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
export function PointsDialog({ seasonId, selected, rulings, dialog, rulingsHref }: PointsDialogProps) {
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
