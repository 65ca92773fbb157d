import { useOwnLive } from '../../actors/own-live.ts';
import { LiveCards } from '../../components/live/LiveCards.tsx';
import { Section } from '../../components/Section.tsx';

/** The user's own races that run now. */
export function OwnLive({ userId }: { userId: string }) {
  const running = useOwnLive(userId);
  if (running.length === 0) return null;
  return (
    <Section id="own-live" title="Live now">
      <LiveCards sessions={running} empty={null} />
    </Section>
  );
}
