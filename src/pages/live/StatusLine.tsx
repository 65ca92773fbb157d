import { type LiveStore, useRace } from '../../actors/live.ts';
import { formatClock } from '../../format/time.ts';

interface StatusLineProps {
  readonly store: LiveStore;
  /** Why the picture is not live; null while it is. */
  readonly problem: string | null;
  /** How much later this device shows the race, in seconds. */
  readonly viewerDelay: number;
  /** The delay of the session for all viewers. */
  readonly delaySeconds: number;
}

/** Whether the picture is live, and of what time it is. */
export function StatusLine({ store, problem, viewerDelay, delaySeconds }: StatusLineProps) {
  const clock = useRace(store, ({ asOf }) => (asOf === null ? null : formatClock(asOf)));
  const waiting = useRace(store, (state) => state.waiting);
  const isPaused = useRace(store, (state) => state.isPaused);
  const isLive = problem === null && !isPaused && viewerDelay === 0;
  const text =
    problem ?? (isPaused ? 'Paused, the race goes on' : viewerDelay === 0 ? 'Live' : `Delayed ${viewerDelay} s`);
  return (
    <div className="flex min-h-8 items-center gap-2 border-line px-3.5 text-14 phone:min-h-7 phone:border-b inline-status:absolute inline-status:top-2 inline-status:right-0 inline-status:border-0 narrow:text-12 large:grid large:max-w-60 large:grid-cols-[auto_1fr] large:gap-y-0 short:max-w-1/2 short:flex-none">
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${isLive ? 'bg-green' : 'border-2 border-amber'}`}
      />
      <p role="status" className={`min-w-0 font-650 short:truncate ${isLive ? '' : 'text-amber'}`}>
        {text}
      </p>
      <p className="ml-auto shrink-0 text-mute large:col-start-2 large:m-0 large:text-12 inline-status:hidden">
        {waiting === null ? null : <span className="text-amber">goes on in {waiting} s</span>}
        {waiting === null || delaySeconds === 0 ? null : ' · '}
        {delaySeconds === 0 ? null : `${delaySeconds} s delay`}
        {/* On a phone on its side the tabs are beside it. */}
        {clock === null ? null : (
          <span className={isLive ? 'short:hidden' : ''}>
            {waiting === null && delaySeconds === 0 ? null : ' · '}as of {clock}
          </span>
        )}
      </p>
    </div>
  );
}
