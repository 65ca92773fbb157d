import { createScriptUrlPolicy } from '../browser/trusted-script-url.ts';

const scriptOrigin = 'https://www.googletagmanager.com';

interface AnalyticsWindow {
  dataLayer?: unknown[];
  [disabled: `ga-disable-${string}`]: boolean;
}

/** Google Analytics for one measurement id. */
export interface Analytics {
  /** Loads and runs it; returns a function that stops it and deletes its cookies. */
  readonly start: () => () => void;
}

/** Prepares Google Analytics for an id such as `G-ABC123`; loads nothing before `start`. */
export function createAnalytics(id: string, page: Document): Analytics {
  const view = page.defaultView as unknown as AnalyticsWindow;
  const url = `${scriptOrigin}/gtag/js?id=${encodeURIComponent(id)}`;
  let trustUrl: ((url: string) => string) | null = null;

  const queue = () => {
    view.dataLayer ??= [];
    return view.dataLayer;
  };
  // Google's script reads `arguments` objects, and ignores arrays.
  function gtag(..._words: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    queue().push(arguments);
  }

  function loadScript(): HTMLScriptElement {
    trustUrl ??= createScriptUrlPolicy('visits', (candidate) => candidate === url);
    const script = page.createElement('script');
    script.async = true;
    script.src = trustUrl(url);
    page.head.append(script);
    return script;
  }

  return {
    start() {
      view[`ga-disable-${id}`] = false;
      gtag('js', new Date());
      gtag('consent', 'update', { analytics_storage: 'granted' });
      gtag('config', id);
      const script = loadScript();
      return () => {
        view[`ga-disable-${id}`] = true;
        gtag('consent', 'update', { analytics_storage: 'denied' });
        script.remove();
        clearAnalyticsCookies(page);
      };
    },
  };
}

/** Deletes _ga, _gid and _ga_* of this host and of its parent domains. */
export function clearAnalyticsCookies(page: Document): void {
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
