import type { LiveRound as LiveRoundProps } from '#contract/race/season-now';
import { trackName } from '../../format/names.ts';
import { PageLink } from '../PageLink.tsx';

/** The round whose race runs now: a link to the race. */
export function LiveRound({ liveId, round, event }: LiveRoundProps) {
  return (
    <PageLink
      href={`/live/${liveId}`}
      className="card no-print flex items-center justify-between gap-3 border-l-[5px] border-l-green px-3.5 py-3 hover-transition hover:border-mute"
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="flex items-center gap-2 text-14 text-mute">
          <span aria-hidden="true" className="size-2 rounded-full bg-green" />
          <span>
            <b className="font-650 text-text">Live now</b> · Round {round}
          </span>
        </span>
        <bdi className="truncate text-20 font-800">{event.name ?? trackName(event.track)}</bdi>
      </span>
      <span className="shrink-0 font-650">Watch live</span>
    </PageLink>
  );
}
