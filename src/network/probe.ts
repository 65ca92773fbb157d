import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';

interface Probe {
  readonly status: 'online' | 'unreachable' | 'captive' | 'faulty';
  readonly isTimeout: boolean;
}

/** A server that has not answered by then counts as unreachable, in ms. */
const probeTimeout = 2_500;

/** Asks the server's health address whether our server answers. */
export async function probeServer(fetcher: typeof fetch, signal: AbortSignal): Promise<Probe> {
  const timeout = AbortSignal.timeout(probeTimeout);
  const request: RequestInit = {
    cache: 'no-store',
    // Our server does not redirect this address. A captive portal may, to a host that refuses to be asked.
    redirect: 'manual',
    signal: AbortSignal.any([signal, timeout]),
  };
  try {
    const response = await fetcher('/api/health', request);
    const text = await response.text();
    // 511 is the answer of a network that requires a sign-in.
    if (response.status >= 500 && response.status !== 511) return { status: 'faulty', isTimeout: false };
    return { status: isHealthy(text) ? 'online' : 'captive', isTimeout: false };
  } catch {
    return { status: 'unreachable', isTimeout: timeout.aborted };
  }
}

/** Our server answers in JSON; a captive portal answers with a page, or with nothing but a redirect. */
function isHealthy(text: string): boolean {
  return fieldsOf(parseJson(text)).status === 'ok';
}
