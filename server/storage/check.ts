/**
 * Makes a check that fails when it takes longer than this, in ms. Calls while it runs, and in the turn of the event
 * loop in which it ends, get the same result, so that thousands of requests for it cost one: the embedded database
 * answers within one turn.
 */
export function createCheck(check: () => Promise<void>, timeout: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= withTimeout(check(), timeout).finally(() => {
      setImmediate(() => {
        running = null;
      });
    });
    return running;
  };
}

async function withTimeout(work: Promise<void>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not respond')), timeout);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
