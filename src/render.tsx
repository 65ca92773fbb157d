import { contractFingerprint } from 'virtual:contract-fingerprint';
import { renderToString } from 'react-dom/server';
import type { RenderedPage } from '#contract/pages/rendered-page';
import { createUnsavedChanges } from './actors/unsaved-changes.tsx';
import { createApi } from './api/client.ts';
import { App, type Services } from './app.tsx';
import { RenderedAddressContext } from './navigation/address.ts';
import { createMemoryCache } from './queries/layered-cache.ts';
import { createQueryCache } from './queries/query-cache.ts';
import { adoptAnswers } from './queries/rendered-answers.ts';
import { createPageLoader } from './routes.tsx';

const pages = createPageLoader();
const never = () => new Promise<never>(() => undefined);
const unsubscribe = () => undefined;

/**
 * The HTML of a page for a visitor who is online and not signed in, from these answers alone. Rendering fetches nothing
 * and runs no effect. `href` has the path and the query of the page.
 */
export async function renderPage(href: string, { at, answers }: RenderedPage): Promise<string> {
  const { pathname, search } = new URL(href, 'http://pitboard.invalid');
  const api = createApi({ baseUrl: 'http://pitboard.invalid', accessToken: never, now: () => at });
  const memory = createMemoryCache(() => at);
  adoptAnswers(memory, answers, at);
  const queries = createQueryCache({
    api,
    cache: memory,
    auth: { settledUserId: never, lacksToken: never },
    openStorage: never,
    tabs: { post: () => undefined, listen: () => unsubscribe },
    contract: contractFingerprint,
    onBackOnline: () => unsubscribe,
  });
  await pages.loadRendered({ pathname, search });
  const services: Services = {
    connectivity: {
      status: () => 'online',
      subscribe: () => unsubscribe,
      reportCall: () => undefined,
      reportSlow: () => undefined,
    },
    loadAuth: never,
    api,
    queries,
    openDrafts: never,
    unsavedChanges: createUnsavedChanges(),
    pages,
    install: { prompt: () => null, watch: () => unsubscribe },
    onPageDrawn: () => undefined,
  };
  return renderToString(
    <RenderedAddressContext value={{ pathname, search }}>
      <App services={services} />
    </RenderedAddressContext>,
  );
}
