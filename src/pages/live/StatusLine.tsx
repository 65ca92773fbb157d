import { type LiveStore, useRace } from '../../actors/live.ts';
import { formatClock } from '../../format/date.ts';

interface StatusLineProps {
  readonly store: LiveStore;
  /** Why the picture is not live; null while it is. */
  readonly problem: string | null;
  /** Of the session, for everybody. */
  readonly delaySeconds: number;
}

/** Whether the picture is live, and of what time it is. */
export function StatusLine({ store, problem, delaySeconds }: StatusLineProps) {
  const clock = useRace(store, ({ asOf }) => (asOf === null ? null : formatClock(asOf)));
  const waiting = useRace(store, (state) => state.waiting);
  const isPaused = useRace(store, (state) => state.isPaused);
  const text = problem ?? (isPaused ? 'Paused, the race goes on' : 'Live');
  return (
    <div className="-mx-4 flex min-h-8 group-data-[alone=overlay]:mx-0 items-center gap-2 border-b border-line px-3.5 text-14 desk:mx-0 wide:flex-1 wide:border-0 short:m-0 short:min-w-0 short:flex-1 short:border-0">
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${problem !== null || isPaused ? 'border-2 border-amber' : 'bg-green'}`}
      />
      <p role="status" className={`min-w-0 font-650 ${problem === null && !isPaused ? '' : 'text-amber'}`}>
        {text}
      </p>
      <p className="ml-auto shrink-0 text-mute">
        {waiting === null ? null : <span className="text-amber">goes on in {waiting} s · </span>}
        {delaySeconds === 0 ? null : `${delaySeconds} s delay · `}
        {clock === null ? null : `as of ${clock}`}
      </p>
    </div>
  );
}
