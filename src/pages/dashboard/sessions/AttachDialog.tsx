import { useState } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { useRead } from '../../../actors/read.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { Skeleton, SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import type { DialogHandle } from '../../../navigation/use-dialog-history.ts';
import { OwnSeasonPages } from '../OwnSeasonPages.tsx';
import { Versioned } from '../Versioned.tsx';
import { AttachForm } from './AttachForm.tsx';

interface AttachDialogProps {
  /** Null while the dialog is closed. */
  readonly sessions: readonly SessionSummary[] | null;
  readonly dialog: Pick<DialogHandle, 'ref' | 'close' | 'onClose'>;
  readonly onAttached: () => void;
}

/** Attaches sessions to an event of one of the user's seasons. */
export function AttachDialog({ sessions, dialog, onAttached }: AttachDialogProps) {
  return (
    <Sheet
      id="attach-title"
      title="Attach to an event"
      note={formatCount(sessions?.length ?? 0, 'session')}
      dialog={dialog}
    >
      {sessions === null ? null : <SeasonChoice sessions={sessions} onAttached={onAttached} />}
    </Sheet>
  );
}

interface SeasonChoiceProps {
  readonly sessions: readonly SessionSummary[];
  readonly onAttached: () => void;
}

function SeasonChoice({ sessions, onAttached }: SeasonChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <OwnSeasonPages right="attachRecordings" skeleton={<Skeleton height={74} />}>
      {(seasons) => {
        const seasonId = seasons.find(({ id }) => id === chosen)?.id ?? seasons[0]?.id;
        if (seasonId === undefined)
          return (
            <Empty title="No seasons yet">
              <a href="/dashboard/seasons/create" className="link">
                Create a season
              </a>{' '}
              with an event first.
            </Empty>
          );
        return (
          <div className="grid gap-4">
            <SelectField label="Season" value={seasonId} onChange={({ target }) => setChosen(target.value)}>
              <Options of={seasons.map(({ id, name }) => [id, name])} />
            </SelectField>
            <EventChoice key={seasonId} seasonId={seasonId} sessions={sessions} onAttached={onAttached} />
          </div>
        );
      }}
    </OwnSeasonPages>
  );
}

function EventChoice({ seasonId, ...form }: SeasonChoiceProps & { seasonId: string }) {
  const read = useRead({ call: getSeason, params: { id: seasonId } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={3} height={56} />}>
      {(season: Season) =>
        season.events.length === 0 ? (
          <Empty title="This season has no events yet">
            <a href={`/dashboard/seasons/${seasonId}/edit`} className="link">
              Add its events
            </a>
          </Empty>
        ) : (
          <Versioned read={read}>{(version) => <AttachForm season={season} version={version} {...form} />}</Versioned>
        )
      }
    </ReadView>
  );
}
