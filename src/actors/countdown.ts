import { useEffect, useState } from 'react';

/** Seconds left of a wait that begins with `cause`; 0: it is over. */
export function useCountdown(cause: { readonly retryAfter: number | null } | null): number {
  const [state, setState] = useState({ cause, left: cause?.retryAfter ?? 0 });
  if (state.cause !== cause) setState({ cause, left: cause?.retryAfter ?? 0 });
  const isRunning = state.left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setState(({ left, ...rest }) => ({ ...rest, left: Math.max(0, left - 1) })), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return state.left;
}
