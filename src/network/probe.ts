interface Probe {
  readonly status: 'online' | 'unreachable' | 'captive' | 'faulty';
  readonly isTimeout: boolean;
}

/** A server that has not answered by then counts as unreachable, in ms. */
const probeTimeout = 2_500;

/** Asks the server's health address whether our server answers. */
export async function probeServer(fetcher: typeof fetch, signal: AbortSignal): Promise<Probe> {
  const timeout = AbortSignal.timeout(probeTimeout);
  try {
    const response = await fetcher('/api/health', { cache: 'no-store', signal: AbortSignal.any([signal, timeout]) });
    if (response.status >= 500) return { status: 'faulty', isTimeout: false };
    const { status } = await response.json();
    return { status: status === 'ok' ? 'online' : 'captive', isTimeout: false };
  } catch (error) {
    // Our server answers in JSON; a captive portal answers with a page.
    if (error instanceof SyntaxError) return { status: 'captive', isTimeout: false };
    return { status: 'unreachable', isTimeout: timeout.aborted };
  }
}
