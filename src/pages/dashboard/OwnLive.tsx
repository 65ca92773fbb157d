import { useRead } from '../../actors/read.tsx';
import { useRefresh } from '../../actors/refresh.ts';
import { LiveCards } from '../../components/live/LiveCards.tsx';
import { Section } from '../../components/Section.tsx';
import { runningOf } from '../../format/own-live.ts';

/** In ms. */
const liveInterval = 15_000;

/** The user's own races that run now. Without a network a cached copy says nothing of now, and is not shown. */
export function OwnLive({ userId }: { userId: string }) {
  const read = useRead({ name: 'listUserLive', params: { userId } });
  useRefresh(read, liveInterval);
  const isNews = read.cached === null || read.network === 'online';
  const running = runningOf(read.value);
  if (running.length === 0 || !isNews) return null;
  return (
    <Section id="own-live" title="Live now">
      <LiveCards sessions={running} empty={null} />
    </Section>
  );
}
