import { useState } from 'react';
import { listRevisions } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { useRead } from '../../actors/read.tsx';
import { AfterDot } from '../../components/AfterDot.tsx';
import { Button } from '../../components/Button.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { formatDay } from '../../format/date.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { type DialogHandle, useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { Part } from '../LoadBoundary.tsx';

const StandingsDiff = lazyPart(() =>
  import('../../components/season/StandingsDiff.tsx').then((loaded) => loaded.StandingsDiff),
);

/** Whether the standings are provisional or official; a dialog shows the changes since. */
export function SeasonStatus({ season }: { season: Season }) {
  const { revision = null } = season;
  const dialog = useDialogHistory();
  const [wasOpened, setWasOpened] = useState(false);
  if (season.standings.drivers.length === 0 && revision === null) return null;
  const isCurrent = revision !== null && !revision.hasChanged;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <b
        className={`rounded-full border px-2.5 py-0.5 font-750 ${isCurrent ? 'border-green text-green' : 'border-amber text-amber'}`}
      >
        {isCurrent ? `Official ${revision.number}` : 'Provisional'}
      </b>
      {revision === null ? null : isCurrent ? (
        <span className="min-w-0 text-mute">
          <LocalTime instant={revision.publishedAt} format={formatDay} />
          {revision.authorName === null ? null : (
            <>
              {', '}
              <bdi>{revision.authorName}</bdi>
            </>
          )}
          <AfterDot text={revision.note} />
        </span>
      ) : (
        <Button
          kind="link"
          aria-haspopup="dialog"
          className="no-print"
          onClick={() => {
            setWasOpened(true);
            dialog.open();
          }}
        >
          Changed since official {revision.number}
        </Button>
      )}
      {revision === null || isCurrent ? null : (
        <Changes season={season} number={revision.number} dialog={dialog} isLoaded={wasOpened} />
      )}
    </div>
  );
}

interface ChangesProps {
  readonly season: Season;
  readonly number: number;
  readonly dialog: DialogHandle;
  readonly isLoaded: boolean;
}

function Changes({ season, number, dialog, isLoaded }: ChangesProps) {
  return (
    <Sheet id="changed-since" title={`Changed since official ${number}`} dialog={dialog}>
      {isLoaded ? <ChangesOf key={number} season={season} /> : null}
    </Sheet>
  );
}

function ChangesOf({ season }: { season: Season }) {
  const read = useRead({ call: listRevisions, params: { id: season.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={160} />}>
      {([latest]) =>
        latest === undefined ? null : (
          <Part fallback={<Skeleton height={160} />}>
            <StandingsDiff
              before={latest.standings}
              after={season.standings}
              label={`Changed since official ${latest.number}`}
              equalText="Places and points are the same; details of results differ."
            />
          </Part>
        )
      }
    </ReadView>
  );
}
