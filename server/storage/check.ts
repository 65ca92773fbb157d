/** How long a check may take, in ms. */
const timeout = 2_000;

/**
 * Makes a check that fails when it takes longer than 2 s. Those who ask while it runs get the same result, so that
 * thousands of requests for it cost one.
 */
export function createCheck(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= withTimeout(check()).finally(() => {
      running = null;
    });
    return running;
  };
}

async function withTimeout(work: Promise<void>): Promise<void> {
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
