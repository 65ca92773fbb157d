import { StrictMode } from 'react';
import { ApiProvider } from './actors/api.ts';
import { type Auth, AuthProvider } from './actors/auth.tsx';
import { type Connectivity, ConnectivityProvider } from './actors/connectivity.ts';
import { DraftsProvider } from './actors/draft-store.ts';
import type { InstallSource } from './actors/install.ts';
import { QueryCacheProvider } from './actors/read.tsx';
import { MembershipsProvider } from './actors/rights.tsx';
import { type UnsavedChanges, UnsavedChangesProvider } from './actors/unsaved-changes.tsx';
import type { Api } from './api/client.ts';
import type { DraftStore } from './drafts/draft-store.ts';
import type { QueryCache } from './queries/query-cache.ts';
import { type PageLoader, Routes } from './routes.tsx';

/** The app's adapters: created by `main.tsx` in a browser, by `render.tsx` on the server. */
export interface Services {
  readonly connectivity: Connectivity;
  readonly loadAuth: () => Promise<Auth>;
  readonly api: Api;
  readonly queries: QueryCache;
  readonly openDrafts: () => Promise<DraftStore>;
  readonly unsavedChanges: UnsavedChanges;
  readonly pages: PageLoader;
  readonly install: InstallSource;
  /** Called once a page is on the screen. */
  readonly onPageDrawn: () => void;
}

/** The whole app, the same in a browser and on the server. */
export function App({ services }: { services: Services }) {
  return (
    <StrictMode>
      <ConnectivityProvider value={services.connectivity}>
        <AuthProvider load={services.loadAuth}>
          <ApiProvider value={services.api}>
            <QueryCacheProvider queries={services.queries}>
              <DraftsProvider value={services.openDrafts}>
                <UnsavedChangesProvider registry={services.unsavedChanges}>
                  <MembershipsProvider>
                    <Routes pages={services.pages} install={services.install} onPageDrawn={services.onPageDrawn} />
                  </MembershipsProvider>
                </UnsavedChangesProvider>
              </DraftsProvider>
            </QueryCacheProvider>
          </ApiProvider>
        </AuthProvider>
      </ConnectivityProvider>
    </StrictMode>
  );
}
