import { useEffect, useState } from 'react';
import { useQueryCache } from './read.tsx';

/** Whole seconds until an instant of the server, in ms; 0 once it is over. It is drawn anew every second until then. */
export function useSecondsLeft(until: number): number {
  const { serverTime } = useQueryCache();
  const secondsAt = () => Math.max(0, Math.ceil((until - serverTime()) / 1_000));
  const [, draw] = useState(0);
  const seconds = secondsAt();
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => draw((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
