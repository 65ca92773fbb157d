import { Heading } from '../../components/Heading.tsx';

/** A session that has ended and of which nothing is stored. */
export function SessionEnded() {
  return (
    <div className="grid justify-items-start gap-3 pt-6">
      <Heading title="Session ended">This session has ended</Heading>
      <p className="text-mute">Its recorder had sent nothing that could be stored.</p>
      <a href="/live" className="action border border-line">
        Live sessions
      </a>
    </div>
  );
}
