import { type ReactNode, useRef, useState } from 'react';
import type { Outcome } from '#contract/api/problem';
import { listDeletions } from '#contract/calls/account';
import { undoDeletion } from '#contract/calls/edit-account';
import type { Deletion } from '#contract/entities/deletion';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { useWrite } from '../../actors/write.ts';
import { historyText } from '../../browser/history-state.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { formatCount } from '../../format/count.ts';
import { formatDay } from '../../format/date.ts';
import { deletedEntry } from '../../navigation/use-deleted-pages.ts';

interface RecentDeletionsProps {
  /** Only events of this season. */
  readonly seasonId?: string | null;
  /** The ids of what this page has just deleted. */
  readonly deleted?: readonly string[];
  readonly onRestored?: () => void;
  /** Bars at the bottom of the page, below the toast. */
  readonly children?: ReactNode;
}

/** What the user has deleted in the last 14 days, on any device, to restore; the latest in a toast with Undo. */
export function RecentDeletions({ seasonId = null, deleted = [], onRestored, children }: RecentDeletionsProps) {
  const { value } = useRead({ call: listDeletions, query: { leagues: 'true' } });
  const isOnline = useNetworkStatus() === 'online';
  const [arrived] = useState(() => historyText(deletedEntry));
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [restored, setRestored] = useState('');
  const toast = useRef<HTMLDivElement>(null);
  const shown = (value ?? []).filter((deletion) => seasonId === null || deletion.seasonId === seasonId);
  const latest = shown.filter(({ id }) => (deleted.includes(id) || id === arrived) && !closed.includes(id));
  // The button that was pressed disappears.
  const close = (items: readonly Deletion[]) => {
    setClosed([...closed, ...items.map(({ id }) => id)]);
    toast.current?.focus();
  };
  const finish = (items: readonly Deletion[]) => {
    setRestored(`${nameOf(items)} restored.`);
    onRestored?.();
    toast.current?.focus();
  };
  return (
    <>
      {shown.length === 0 ? null : (
        <details className="border-b border-line">
          <summary className="flex min-h-11 cursor-pointer items-center font-650">
            Recently deleted ({shown.length})
          </summary>
          <ul aria-label="Recently deleted" className="border-t border-line">
            {shown.map((deletion) => (
              <li
                key={deletion.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-0"
              >
                <span className="grid min-w-0">
                  <bdi className="name-line font-650">{deletion.name}</bdi>
                  <span className="text-14 text-mute">
                    {kinds[deletion.kind]} · deleted {formatDay(deletion.deletedAt)} · can be restored until{' '}
                    {formatDay(deletion.undoUntil)}
                  </span>
                </span>
                <Restore items={[deletion]} label="Restore" onRestored={finish} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={bars} data-offline={isOnline ? undefined : ''}>
        <div ref={toast} role="status" tabIndex={-1} className="grid outline-none">
          {latest.length > 0 ? (
            <div className={bar}>
              <p className="line-clamp-2 min-w-0 flex-1">{nameOf(latest)} deleted.</p>
              <Restore items={latest} label="Undo" onRestored={finish} />
              <IconButton onClick={() => close(latest)} icon={frameIcons.close} label="Close" />
            </div>
          ) : restored === '' ? null : (
            <p className={`${bar} min-h-11 text-green`}>{restored}</p>
          )}
        </div>
        {children}
      </div>
    </>
  );
}

/** At the bottom of the screen: above the dock, the network status and the update toast. */
const bars =
  'no-print pointer-events-none sticky safe-bottom-16 z-25 grid gap-2 empty:hidden data-offline:safe-bottom-26 desk:bottom-4 desk:data-offline:bottom-14 landscape:bottom-4 landscape:data-offline:bottom-14';

/** Classes of a bar at the bottom of the screen. */
export const bar =
  'pointer-events-auto mx-auto flex w-full max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 rounded-10 border border-line bg-raised py-2 pr-2 pl-4';

const kinds = { session: 'Session', event: 'Event', season: 'Season', league: 'League' } as const;

/** One by its name, several by their number. */
function nameOf(items: readonly Deletion[]): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first.name : formatCount(items.length, 'session');
}

interface RestoreProps {
  readonly items: readonly Deletion[];
  readonly label: 'Undo' | 'Restore';
  readonly onRestored: (items: readonly Deletion[]) => void;
}

function Restore({ items, label, onRestored }: RestoreProps) {
  const send = useWrite(undoDeletion);
  const { submit, isBusy, failure, wait } = useMutation({
    run: async (ids: readonly string[], _, signal): Promise<Outcome<undefined>> => {
      for (const deletionId of ids) {
        const outcome = await send({ params: { deletionId }, signal });
        // An earlier try, or another tab, has restored it.
        if ('failure' in outcome && outcome.failure.status !== 404) return outcome;
      }
      return { value: undefined, version: null };
    },
    onDone: () => onRestored(items),
  });
  return (
    <>
      <Button
        {...(label === 'Undo' ? {} : { 'aria-label': `${label} ${nameOf(items)}` })}
        isBusy={isBusy}
        onClick={() => submit(items.map(({ id }) => id))}
      >
        {label}
      </Button>
      <div className={failure === null && wait === null ? 'absolute' : 'order-last grid w-full gap-2'}>
        <FormError failure={failure} wait={wait} />
      </div>
    </>
  );
}
