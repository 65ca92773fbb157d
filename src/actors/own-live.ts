import { listUserLive } from '#contract/calls/live';
import type { LiveSummary } from '#contract/entities/live-session';
import { runningOf } from '../format/own-live.ts';
import { useRead } from './read.tsx';
import { useRefresh } from './refresh.ts';

/** In ms. */
const liveInterval = 15_000;

/** The user's own races that run now. Without a network a cached copy says nothing of now, and there is none. */
export function useOwnLive(userId: string): readonly LiveSummary[] {
  const read = useRead({ call: listUserLive, params: { userId } });
  useRefresh(read, liveInterval);
  const isNews = read.cached === null || read.network === 'online';
  return isNews ? runningOf(read.value) : [];
}
