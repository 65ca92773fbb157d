import type { LiveSummary } from '#contract/entities/live-session';
import { describeSession } from '#contract/race/describe-session';
import { useOwnLive } from '../../actors/own-live.ts';
import { PageLink } from '../../components/PageLink.tsx';

/** The user's own race that runs now, beside the heading of a page: nothing moves when it begins. */
export function OwnLiveLink({ userId }: { userId: string }) {
  const running = useOwnLive(userId);
  const [race] = running;
  if (race === undefined) return null;
  const isSilent = running.every(({ state }) => state === 'recorderLost');
  return (
    <PageLink
      href={running.length === 1 ? `/live/${race.id}` : `/liveUser/${userId}`}
      className="grid min-h-11 min-w-0 content-center text-14"
    >
      <span className="flex items-center gap-1.5 font-650">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${isSilent ? 'bg-amber' : 'bg-green'}`} />
        <span className="truncate">{isSilent ? 'Recorder silent' : 'Live now'}</span>
      </span>{' '}
      <span className="truncate text-mute">{running.length === 1 ? titleOf(race) : `${running.length} races`}</span>
    </PageLink>
  );
}

function titleOf(session: LiveSummary): string {
  const { title, place } = describeSession(session);
  return [title || (session.isPrivate ? 'Private session' : 'Waiting for data'), place].filter(Boolean).join(' · ');
}
