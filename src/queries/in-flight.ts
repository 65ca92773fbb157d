/** Sends one request; `onResponse` is called when the server starts to answer. */
export type SendRequest<Result> = (signal: AbortSignal, onResponse: () => void) => Promise<Result>;

interface InFlightRequest<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Requests under way, one for each key however many wait for it. */
export interface InFlightRequests<Result> {
  /** Waits for the request under way, or starts one. It is aborted when the last one that waits has left. */
  readonly join: (key: string, signal: AbortSignal, send: SendRequest<Result>) => Promise<Result>;
  /** The next one that joins starts a new request. */
  readonly evict: (key: string) => void;
  readonly keys: () => Iterable<string>;
  readonly clear: () => void;
}

/** `onBackOnline` calls its listener whenever the server can be reached again, and returns how to stop. */
export function createInFlightRequests<Result>(
  onBackOnline: (listener: () => void) => () => void,
): InFlightRequests<Result> {
  const requests = new Map<string, InFlightRequest<Result>>();

  function remove(key: string, request: InFlightRequest<Result>): void {
    // An aborted request ends after the next one for the same key has begun.
    if (requests.get(key) === request) requests.delete(key);
  }

  function start(key: string, send: SendRequest<Result>): InFlightRequest<Result> {
    const controller = new AbortController();
    const result = sendUntilAnswered(send, controller.signal, onBackOnline).finally(() => remove(key, started));
    const started = { result, controller, waiting: 0 };
    requests.set(key, started);
    return started;
  }

  return {
    join(key, signal, send) {
      const joined = requests.get(key) ?? start(key, send);
      joined.waiting += 1;
      const leave = () => {
        joined.waiting -= 1;
        if (joined.waiting > 0) return;
        remove(key, joined);
        joined.controller.abort();
      };
      signal.addEventListener('abort', leave);
      return joined.result.finally(() => signal.removeEventListener('abort', leave));
    },
    evict: (key) => void requests.delete(key),
    keys: () => requests.keys(),
    clear: () => requests.clear(),
  };
}

/**
 * A request that the server has not started to answer when it can be reached again waits on a dead connection: it is
 * aborted and sent again. One that is being answered, however slowly, goes on.
 */
function sendUntilAnswered<Result>(
  send: SendRequest<Result>,
  signal: AbortSignal,
  onBackOnline: (listener: () => void) => () => void,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    let current = new AbortController();
    const abort = () => current.abort();
    signal.addEventListener('abort', abort);
    const start = () => {
      const attempt = new AbortController();
      current = attempt;
      const end = (settle: () => void) => {
        if (attempt !== current) return;
        stopListening();
        signal.removeEventListener('abort', abort);
        settle();
      };
      send(attempt.signal, () => (attempt === current ? stopListening() : undefined)).then(
        (result) => end(() => resolve(result)),
        (error) => end(() => reject(error)),
      );
    };
    const stopListening = onBackOnline(() => {
      const replaced = current;
      start();
      replaced.abort();
    });
    start();
  });
}
