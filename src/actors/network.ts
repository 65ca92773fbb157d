type NetworkState = 'online' | 'offline' | 'captive';

const patience = 5_000;
/** While there is no way through, it is tried again after so long, in ms; longer each time. */
const [shortest, longest] = [2_000, 30_000];

/**
 * Tells what the network allows: the browser's own word where it says no, and the server's answer where it says yes,
 * since a Wi-Fi that wants a sign-in of its own calls itself a network too. Answers how to stop.
 */
export function watchNetwork(told: (state: NetworkState) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = shortest;
  let asked = 0;
  let last: NetworkState | null = null;

  function tell(state: NetworkState): void {
    if (state !== last) told(state);
    last = state;
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    asked += 1;
    const mine = asked;
    const state = navigator.onLine ? await probe() : 'offline';
    if (mine !== asked) return;
    tell(state);
    if (state === 'online') wait = shortest;
    else {
      timer = setTimeout(look, wait);
      wait = Math.min(longest, wait * 2);
    }
  }

  const changed = () => {
    wait = shortest;
    void look();
  };
  const shown = () => {
    if (document.visibilityState === 'visible') changed();
  };
  addEventListener('online', changed);
  addEventListener('offline', changed);
  document.addEventListener('visibilitychange', shown);
  void look();
  return () => {
    asked += 1;
    clearTimeout(timer);
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
    document.removeEventListener('visibilitychange', shown);
  };
}

async function probe(): Promise<NetworkState> {
  try {
    const response = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    const { status } = await response.json();
    // A server that is up but not well is still ours.
    return status === 'ok' || status === 503 ? 'online' : 'captive';
  } catch (error) {
    return error instanceof SyntaxError ? 'captive' : 'offline';
  }
}
