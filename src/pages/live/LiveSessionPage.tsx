import { type ReactNode, useState } from 'react';
import { getLive } from '#contract/calls/live';
import type { LiveSummary } from '#contract/entities/live-session';
import { useAuth } from '../../actors/auth.tsx';
import { isStillShown } from '../../actors/live.ts';
import { useLiveSettings } from '../../actors/live-settings.ts';
import { useQueryCache, useRead } from '../../actors/read.tsx';
import { readSessionKey, storeSessionKey } from '../../browser/session-keys.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonTable } from '../../components/Skeleton.tsx';
import { useSearch } from '../../navigation/address.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { useHydrated } from '../../navigation/use-hydrated.ts';
import { FirstPicture } from './FirstPicture.tsx';
import { LiveRacePage } from './LiveRacePage.tsx';
import { KeyForm, MissingRace, SessionEnded } from './lazy-parts.tsx';

/** One live session. */
export function LiveSessionPage({ id }: { id: string }) {
  // The overlay had this address once.
  if (new URLSearchParams(useSearch()).has('overlay')) return <Redirect to={`/overlay/${id}`} />;
  return <SessionRead id={id} />;
}

/** A live session once it is known: its race, its end, or the question for its key. */
function SessionRead({ id }: { id: string }) {
  const read = useRead({ call: getLive, params: { id } });
  const skeleton = (
    <div className="grid gap-3">
      <Skeleton height={64} />
      <SkeletonTable rows={22} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton} missing={<MissingRace id={id} onKey={read.retry} />}>
      {(session) => <HydratedSession session={session} skeleton={skeleton} />}
    </ReadView>
  );
}

/** Before hydration this device is not known: its keys, its delay and the size of its screen. */
function HydratedSession({ session, skeleton }: { session: LiveSummary; skeleton: ReactNode }) {
  const isHydrated = useHydrated();
  if (isHydrated) return <LiveSession session={session} />;
  return session.state === 'ended' || session.isPrivate ? skeleton : <FirstPicture session={session} />;
}

function LiveSession({ session }: { session: LiveSummary }) {
  // A race that is followed gets its end over its own connection.
  const [{ delaySeconds }] = useLiveSettings();
  const queries = useQueryCache();
  const [{ hasEnded: isOver, sessionId }] = useState(() => ({
    hasEnded: session.state === 'ended' && !isStillShown(session, delaySeconds, queries.serverTime()),
    sessionId: session.sessionId,
  }));
  const [sessionKey, setSessionKey] = useState(() => readSessionKey(session.id));
  const [isRefused, setIsRefused] = useState(false);
  // The key may be on a device that its owner has lost; it goes with this entry of the history.
  const hasEnded = useAuth(({ context }) => context.endedUserId !== null, false);
  if (session.isPrivate && hasEnded)
    return <Redirect to={`/login?redirect=${encodeURIComponent(location.pathname)}`} />;
  if (isOver) return <SessionEnded sessionId={sessionId ?? null} sessionKey={sessionKey} />;
  if (isRefused || (session.isPrivate && sessionKey === null))
    return (
      <KeyForm
        refused={isRefused ? (sessionKey ?? '') : null}
        onKey={(key) => {
          storeSessionKey(session.id, key);
          setSessionKey(key);
          setIsRefused(false);
        }}
      />
    );
  return <LiveRacePage session={session} sessionKey={sessionKey} onForbidden={() => setIsRefused(true)} />;
}
