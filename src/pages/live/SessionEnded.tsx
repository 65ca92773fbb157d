import { useState } from 'react';
import { storeSessionKey } from '../../browser/session-keys.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { useReplacePage } from '../../navigation/use-replace-page.ts';

export interface SessionEndedProps {
  readonly sessionId: string | null;
  /** The key of the race, which opens its stored session too; null for public races. */
  readonly sessionKey: string | null;
}

/** A session that has ended: leads to its stored session, or says that nothing of it is stored. */
export function SessionEnded({ sessionId, sessionKey }: SessionEndedProps) {
  // Before the page of the session reads it.
  useState(() => (sessionId === null || sessionKey === null ? undefined : storeSessionKey(sessionId, sessionKey)));
  useReplacePage(sessionId === null ? null : `/sessions/${sessionId}`);
  if (sessionId !== null) return <div className="min-h-dvh" aria-busy="true" />;
  return (
    <div className="grid justify-items-start gap-3 pt-6">
      <Heading title="Session ended">This session has ended</Heading>
      <p className="text-mute">Its recorder had sent nothing that could be stored.</p>
      <ButtonLink href="/live">Live sessions</ButtonLink>
    </div>
  );
}
