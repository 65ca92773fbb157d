import type { Failure } from '#contract/api/problem';
import type { Deletion } from '../../../actors/deletions.ts';
import { Button } from '../../../components/Button.tsx';
import { frameIcons } from '../../../components/frame-icons.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { formatCount } from '../../../format/count.ts';
import { failureWords } from '../../../format/failure-words.ts';
import { causeOf, causeText } from '../../../format/network-words.ts';

interface DeletionBarsProps {
  readonly deletions: readonly Deletion[];
  /** Called when a button has closed its bar. */
  readonly onClosed: () => void;
}

/** Deleted sessions, to undo for some seconds, and refused deletions. */
export function DeletionBars({ deletions, onClosed }: DeletionBarsProps) {
  /** The bar with the button that was pressed disappears. */
  const closing = (action: () => void) => () => {
    action();
    onClosed();
  };
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {deletions.map(({ key, ...deletion }) => {
        const Bar = deletion.isUndoable ? UndoBar : deletion.isOverdue ? OverdueBar : RefusedBar;
        const { undo, retry, dismiss, resend } = deletion;
        const actions = {
          undo: closing(undo),
          retry: closing(retry),
          dismiss: closing(dismiss),
          resend: closing(resend),
        };
        return <Bar key={key} {...deletion} {...actions} />;
      })}
    </div>
  );
}

const bar =
  'pointer-events-auto mx-auto flex w-full max-w-2xl items-center gap-x-3 gap-y-2 rounded-10 border border-line bg-raised py-2 pr-2 pl-4';

/** One session by its title, several by their number. */
function nameOf(items: Deletion['items']): string {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first.title : formatCount(items.length, 'session');
}

function UndoBar({ items, secondsLeft, undo }: Deletion) {
  return (
    <div className={bar}>
      <p className="min-w-0 flex-1">
        <span className="line-clamp-2">{nameOf(items)} deleted.</span>
      </p>
      <Button className="shrink-0" onClick={undo}>
        Undo
        <span aria-hidden="true" className="w-8 text-right font-500 text-mute">
          {secondsLeft} s
        </span>
      </Button>
    </div>
  );
}

function OverdueBar({ items, stop, resend }: Deletion) {
  return (
    <div className={`${bar} flex-wrap`}>
      <p className="min-w-0 flex-1 basis-60">
        <span className="text-amber">The server has not answered yet</span> whether it deleted {nameOf(items)}.
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <Button onClick={resend}>Try again</Button>
        <Button onClick={stop}>Stop</Button>
      </div>
    </div>
  );
}

function RefusedBar({ refused, retry, dismiss }: Deletion) {
  const [first] = refused;
  // Without an answer nobody knows.
  const isUnknown = first?.failure.kind === 'aborted' || first?.failure.kind === 'unreachable';
  return (
    <div className={`${bar} flex-wrap`}>
      <p className="min-w-0 flex-1 basis-60">
        <b className="text-red">
          {nameOf(refused)} {isUnknown ? 'may not be deleted' : 'not deleted'}.
        </b>{' '}
        {first === undefined ? '' : reasonOf(first.failure)}
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <Button onClick={retry}>Try again</Button>
        <IconButton onClick={dismiss} icon={frameIcons.close} label="Close" />
      </div>
    </div>
  );
}

function reasonOf(failure: Failure): string {
  const cause = causeOf('online', failure);
  if (cause !== null) return `${causeText(cause)}.`;
  return failure.kind === 'internal' ? 'Something went wrong!' : failureWords(failure).text;
}
