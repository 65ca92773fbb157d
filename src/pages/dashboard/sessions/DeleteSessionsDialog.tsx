import type { Season } from '#contract/entities/season';
import type { SessionEvent, SessionSummary } from '#contract/entities/session';
import { roundText } from '#contract/race/describe-session';
import { Button } from '../../../components/Button.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { resultsCost } from '../../../format/deletion-cost.ts';
import type { DialogHandle } from '../../../navigation/use-dialog-history.ts';
import { SeasonReads } from '../SeasonReads.tsx';
import { sessionTitle } from './session-title.ts';

interface DeleteSessionsDialogProps {
  /** Null while the dialog is closed. */
  readonly sessions: readonly SessionSummary[] | null;
  readonly dialog: Pick<DialogHandle, 'ref' | 'close' | 'onClose'>;
  readonly onDelete: () => void;
}

/** Whether a season counts one of these sessions: its drivers lose something with it. */
export function areAttached(sessions: readonly SessionSummary[]): boolean {
  return sessions.some(({ events }) => (events ?? []).length > 0);
}

/** Asks before sessions are deleted that seasons have, and says what each season loses. */
export function DeleteSessionsDialog({ sessions, dialog, onDelete }: DeleteSessionsDialogProps) {
  const [first] = sessions ?? [];
  const isOne = sessions?.length === 1;
  return (
    <Sheet
      id="delete-sessions-title"
      title={isOne ? 'Delete this session?' : `Delete ${formatCount(sessions?.length ?? 0, 'session')}?`}
      {...(isOne && first !== undefined ? { note: sessionTitle(first) } : {})}
      dialog={dialog}
    >
      {sessions === null ? null : (
        <div className="grid gap-4">
          <Costs sessions={sessions} />
          <p className="text-mute">You can restore {isOne ? 'it' : 'them'} for 14 days.</p>
          <div className="flex flex-wrap gap-2">
            <Button
              kind="danger"
              onClick={() => {
                // A dialog returns the focus, to a button that is gone afterwards.
                dialog.close();
                onDelete();
              }}
            >
              {isOne ? 'Delete session' : 'Delete sessions'}
            </Button>
            <Button onClick={dialog.close}>Keep</Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}

function Costs({ sessions }: { sessions: readonly SessionSummary[] }) {
  const places = sessions.flatMap(({ id, events }) => (events ?? []).map((event) => ({ ...event, sessionId: id })));
  const seasonIds = [...new Set(places.map(({ seasonId }) => seasonId))];
  return (
    <SeasonReads ids={seasonIds}>
      {(found, isComplete) =>
        isComplete ? (
          <ul className="grid border-t border-line">
            {seasonIds.map((id) => {
              const held = places.filter(({ seasonId }) => seasonId === id);
              const season = found.find((each) => each.season.id === id)?.season ?? null;
              return (
                <li key={id} className="grid gap-0.5 border-b border-hair py-2">
                  <span className="name-line font-650">
                    <bdi>{held[0]?.seasonName}</bdi> · {roundsText(held)}
                  </span>
                  <span className="text-amber">{costText(season, held)}</span>
                </li>
              );
            })}
          </ul>
        ) : (
          <SkeletonCards count={seasonIds.length} height={56} />
        )
      }
    </SeasonReads>
  );
}

function roundsText(held: readonly SessionEvent[]): string {
  return [...new Set(held.map(roundText))].join(', ');
}

function costText(season: Season | null, held: readonly { readonly sessionId: string }[]): string {
  if (season === null) return 'What it loses could not be read.';
  const cost = resultsCost(
    season,
    held.map(({ sessionId }) => sessionId),
  );
  return cost === '' ? 'No driver loses points.' : cost;
}
