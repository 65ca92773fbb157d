import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { useReplacePage } from '../../navigation/use-replace-page.ts';

/** A session that has ended: leads to its stored session, or says that nothing of it is stored. */
export function SessionEnded({ sessionId }: { sessionId: string | null }) {
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
