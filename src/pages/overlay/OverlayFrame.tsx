import type { LiveSummary } from '#contract/entities/live-session';
import type { SessionSummary } from '#contract/entities/session';
import { scoredEventOf } from '#contract/race/ruled-event';
import type { LiveStatus } from '#machines/live-connection';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { deferredPart } from '../../components/deferred-part.tsx';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { formatClock } from '../../format/time.ts';
import { RaceRoot } from '../live/RaceRoot.tsx';
import { OverlayBattle } from './OverlayBattle.tsx';
import { OverlayLowerThird } from './OverlayLowerThird.tsx';
import type { OverlayStandingsProps } from './OverlayStandings.tsx';
import { OverlayTower } from './OverlayTower.tsx';

const OverlayStandings = deferredPart<OverlayStandingsProps>(() =>
  import('./OverlayStandings.tsx').then((loaded) => loaded.OverlayStandings),
);

interface OverlayFrameProps {
  readonly store: LiveStore;
  readonly session: Pick<LiveSummary, 'id' | 'event'>;
  /** The session that a race which is over is stored as. */
  readonly stored?: SessionSummary;
  readonly options: OverlayOptions;
  readonly status: LiveStatus;
  /** Why the picture is not live; null while it is. */
  readonly problem: string | null;
}

/** One kind of overlay in its place. Its names of classes and attributes are documented: styles of users depend on them. */
export function OverlayFrame({ store, session, stored, options, status, problem }: OverlayFrameProps) {
  const hasView = useRace(store, (state) => state.view !== null);
  const flag = useRace(store, (state) => state.view?.head.flag ?? 'green');
  if (!hasView) return null;
  const { show, side, scale, asOf } = options;
  return (
    <RaceRoot
      store={store}
      event={stored === undefined ? session.event : (scoredEventOf(stored, null) ?? undefined)}
      role="main"
      className="overlay"
      data-show={show}
      data-side={side}
      data-status={status}
      data-flag={flag}
      style={{ zoom: scale }}
    >
      {show === 'tower' ? <OverlayTower store={store} options={options} /> : null}
      {show === 'battle' ? <OverlayBattle store={store} options={options} /> : null}
      {show === 'lower-third' ? <OverlayLowerThird store={store} options={options} /> : null}
      {show === 'standings' && session.event !== undefined ? (
        <OverlayStandings store={store} options={options} liveId={session.id} event={session.event} />
      ) : null}
      {asOf ? <AsOf store={store} problem={problem} /> : null}
    </RaceRoot>
  );
}

function AsOf({ store, problem }: Pick<OverlayFrameProps, 'store' | 'problem'>) {
  const clock = useRace(store, (state) => (state.asOf === null ? null : formatClock(state.asOf)));
  return (
    <p className="as-of panel">
      {clock === null ? null : `as of ${clock}`}
      {problem === null ? null : <span className="problem"> {problem}</span>}
    </p>
  );
}
