import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react';
import * as v from 'valibot';
import { Router, useLocation } from 'wouter';
import { firstReads, patternOf } from '#contract/pages';
import { Uuid } from '#contract/values';
import { usePageNews, useTurn } from './actors/auth.tsx';
import type { InstallSource } from './actors/install.ts';
import { useReads } from './actors/read.tsx';
import type { Resource } from './actors/reads.ts';
import { NotFound } from './components/NotFound.tsx';
import { NavigationProvider } from './pages/shell/navigation.tsx';
import { PageBoundary } from './pages/shell/PageBoundary.tsx';
import { searchTextOf } from './pages/shell/SearchForm.tsx';
import { Shell } from './pages/shell/Shell.tsx';

type Page = ComponentType<{ id: string }>;

interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<Page>;
  /** The last part of the path must be an id. */
  readonly hasId?: boolean;
}

/** A page for who is signed in, and has a name or is about to choose one (spec §4). */
function guarded(who: 'named' | 'nameless', load: () => Promise<FunctionComponent>): () => Promise<Page> {
  return async () => {
    const [{ guardedPage }, OwnPage] = await Promise.all([import('./pages/shell/guarded-page.tsx'), load()]);
    return guardedPage(who, OwnPage);
  };
}

const home = () => import('./pages/home/Home.tsx').then(({ Home }) => Home);

/** The routes of spec §2; live pages and the dashboard's editing join here when they are built. */
const routes: readonly PageRoute[] = [
  { path: '/', load: home },
  { path: '/home', load: home },
  {
    path: '/leagues',
    load: () => import('./pages/leagues/Leagues.tsx').then(({ Leagues }) => Leagues),
  },
  {
    path: '/leagues/:id',
    load: () => import('./pages/leagues/LeaguePage.tsx').then(({ LeaguePage }) => LeaguePage),
    hasId: true,
  },
  {
    path: '/seasons/:id',
    load: () => import('./pages/season/SeasonPage.tsx').then(({ SeasonPage }) => SeasonPage),
    hasId: true,
  },
  {
    path: '/sessions/:id',
    load: () => import('./pages/session/SessionPage.tsx').then(({ SessionPage }) => SessionPage),
    hasId: true,
  },
  {
    path: '/user/:id',
    load: () => import('./pages/profile/ProfilePage.tsx').then(({ ProfilePage }) => ProfilePage),
    hasId: true,
  },
  {
    path: '/search/*',
    load: () => import('./pages/search/SearchPage.tsx').then(({ SearchPage }) => SearchPage),
  },
  { path: '/login', load: () => import('./pages/account/Login.tsx').then(({ Login }) => Login) },
  { path: '/signup', load: () => import('./pages/account/SignUp.tsx').then(({ SignUp }) => SignUp) },
  {
    path: '/resetPassword',
    load: () => import('./pages/account/ResetPassword.tsx').then(({ ResetPassword }) => ResetPassword),
  },
  {
    path: '/resetPasswordConfirm',
    load: () =>
      import('./pages/account/ResetPasswordConfirm.tsx').then(({ ResetPasswordConfirm }) => ResetPasswordConfirm),
  },
  {
    path: '/dashboard',
    load: guarded('named', () => import('./pages/dashboard/Dashboard.tsx').then(({ Dashboard }) => Dashboard)),
  },
  {
    path: '/dashboard/profileInit',
    load: guarded('nameless', () => import('./pages/account/ProfileInit.tsx').then(({ ProfileInit }) => ProfileInit)),
  },
  {
    path: '/dashboard/settings',
    load: guarded('named', () => import('./pages/account/Settings.tsx').then(({ Settings }) => Settings)),
  },
  {
    path: '/downloadInfo',
    load: () => import('./pages/texts/DownloadInfo.tsx').then(({ DownloadInfo }) => DownloadInfo),
  },
  { path: '/faq', load: () => import('./pages/texts/Faq.tsx').then(({ Faq }) => Faq) },
  { path: '/privacy', load: () => import('./pages/texts/Privacy.tsx').then(({ Privacy }) => Privacy) },
  { path: '/impressum', load: () => import('./pages/texts/Impressum.tsx').then(({ Impressum }) => Impressum) },
  { path: '/tos', load: () => import('./pages/texts/Terms.tsx').then(({ Terms }) => Terms) },
  { path: '*', load: () => import('./pages/missing/Missing.tsx').then(({ Missing }) => Missing) },
];

interface LoadedRoute extends PageRoute {
  readonly pattern: RegExp;
  readonly Later: Page;
  /** Set once it is loaded: it is drawn without a moment of nothing. */
  Loaded: Page | null;
}

const pages = routes.map((route): LoadedRoute => {
  const page: LoadedRoute = {
    ...route,
    pattern: patternOf(route.path),
    load: async () => {
      page.Loaded ??= await route.load();
      return page.Loaded;
    },
    Later: lazy(async () => ({ default: await page.load() })),
    Loaded: null,
  };
  return page;
});

function pageAt(path: string): LoadedRoute {
  // The last route takes every path.
  return pages.find(({ pattern }) => pattern.test(path)) as LoadedRoute;
}

function pathOf(href: string): string {
  return new URL(href, location.href).pathname;
}

/** What the page at an address reads; undefined: nothing. */
function readsOf(href: string): readonly Resource[] | undefined {
  const path = pathOf(href);
  return firstReads[pageAt(path).path]?.(lastPart(path));
}

/** Loads the page at an address, and what it reads in the way that is given: done when it can be drawn at once. */
export async function warm(href: string, read: (resource: Resource) => Promise<unknown>): Promise<void> {
  await Promise.allSettled([pageAt(pathOf(href)).load(), ...(readsOf(href) ?? []).map(read)]);
}

/** The whole app below its wires: one switch over the route table. */
export function Routes({ install }: { install: InstallSource }) {
  return (
    <Router>
      <NavigationProvider>
        <Framed install={install} />
      </NavigationProvider>
    </Router>
  );
}

function Framed({ install }: { install: InstallSource }) {
  const reads = useReads();
  const [path] = useLocation();
  usePageNews(path);
  const turn = useTurn();

  function preload(href: string): void {
    // Loading ahead is a favour; the page itself says what is wrong.
    pageAt(pathOf(href))
      .load()
      .catch(() => undefined);
    for (const resource of readsOf(href) ?? []) void reads.preload(resource);
  }

  const route = pageAt(path);
  const { hasId, path: pattern } = route;
  const id = pattern === '/search/*' ? searchTextOf(location.pathname) : lastPart(path);

  return (
    <Shell preload={preload} readsOf={readsOf} install={install}>
      <PageBoundary key={`${turn} ${path}`}>
        <Suspense fallback={<Waiting />}>
          {hasId === true && !v.is(Uuid, id) ? <NotFound /> : <Routed route={route} id={id} />}
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

/** One page for as long as it is shown: a page that has loaded meanwhile is no reason to begin anew. */
function Routed({ route, id }: { route: LoadedRoute; id: string }) {
  const [{ Page }] = useState({ Page: route.Loaded ?? route.Later });
  return <Page id={id} />;
}

function Waiting() {
  return <div className="min-h-dvh" aria-busy="true" />;
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? '';
}
