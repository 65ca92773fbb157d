/** The host whose script counts visits, where the operator has asked for that (spec §9). */
const origin = 'https://www.googletagmanager.com';

interface CountingWindow {
  dataLayer?: unknown[];
  trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: (text: string) => string } };
  [disabled: `ga-disable-${string}`]: boolean;
}

/**
 * Counts visits under an id such as `G-ABC123`, only ever after a yes. Answers how to stop: nothing is sent any more and
 * the cookies are gone.
 */
export function countVisits(id: string, page: Document): () => void {
  const view = page.defaultView as unknown as CountingWindow;
  view[`ga-disable-${id}`] = false;
  view.dataLayer ??= [];
  const queue = view.dataLayer;
  // The script reads the arguments object itself.
  function tell(..._words: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: the counting script knows no other form
    queue.push(arguments);
  }
  tell('js', new Date());
  tell('consent', 'update', { analytics_storage: 'granted' });
  tell('config', id);
  const address = `${origin}/gtag/js?id=${encodeURIComponent(id)}`;
  if (page.querySelector(`script[src="${address}"]`) === null) {
    const script = page.createElement('script');
    script.async = true;
    script.src = trusted(view, address);
    page.head.append(script);
  }
  return () => {
    view[`ga-disable-${id}`] = true;
    tell('consent', 'update', { analytics_storage: 'denied' });
    page.querySelector(`script[src="${address}"]`)?.remove();
    clearTraces(page);
  };
}

/** A policy may be made once: the next one asks the same. */
const policies = new WeakMap<object, { createScriptURL: (text: string) => string }>();

function trusted(view: CountingWindow, address: string): string {
  if (view.trustedTypes === undefined) return address;
  const made = policies.get(view);
  const policy =
    made ??
    view.trustedTypes.createPolicy('visits', {
      createScriptURL(text: string) {
        if (!text.startsWith(`${origin}/gtag/js?id=`)) throw new TypeError(`${text} counts no visits`);
        return text;
      },
    });
  policies.set(view, policy);
  return policy.createScriptURL(address);
}

/** Takes away _ga, _gid and their kin, for this host and those above it. */
export function clearTraces(page: Document): void {
  const names = page.cookie
    .split('; ')
    .map((cookie) => cookie.split('=', 1)[0] ?? '')
    .filter((name) => /^_(ga|gid)(_|$)/.test(name));
  const labels = page.location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)];
  for (const name of names) {
    for (const domain of domains) page.cookie = `${name}=; max-age=0; path=/${domain}`;
  }
}
