import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import * as v from 'valibot';
import { matchRoute, Redirect, Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { Uuid } from '#contract/values';
import { useNameState, usePageNews, usePhase } from './actors/auth.tsx';
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
  /** What the page reads, to be asked ahead; `id` is the last part of the path. */
  readonly reads?: (id: string) => Resource[];
  /** The last part of the path must be an id. */
  readonly hasId?: boolean;
  /** Only for who is signed in and has a name (spec §4); `nameless`: the name is chosen there. */
  readonly guard?: 'member' | 'nameless';
}

const home = () => import('./pages/home/Home.tsx').then(({ Home }) => Home);
const homeReads = (): Resource[] => [{ name: 'listSessions' }, { name: 'listLeagues' }];

/** The routes of spec §2; live pages and the dashboard's editing join here when they are built. */
const routes: readonly PageRoute[] = [
  { path: '/', load: home, reads: homeReads },
  { path: '/home', load: home, reads: homeReads },
  {
    path: '/leagues',
    load: () => import('./pages/leagues/Leagues.tsx').then(({ Leagues }) => Leagues),
    reads: () => [{ name: 'listLeagues' }],
  },
  {
    path: '/leagues/:id',
    load: () => import('./pages/leagues/LeaguePage.tsx').then(({ LeaguePage }) => LeaguePage),
    reads: (leagueId) => [{ name: 'getLeague', params: { leagueId } }],
    hasId: true,
  },
  {
    path: '/seasons/:id',
    load: () => import('./pages/season/SeasonPage.tsx').then(({ SeasonPage }) => SeasonPage),
    reads: (id) => [{ name: 'getSeason', params: { id } }],
    hasId: true,
  },
  {
    path: '/sessions/:id',
    load: () => import('./pages/session/SessionPage.tsx').then(({ SessionPage }) => SessionPage),
    reads: (id) => [{ name: 'getSession', params: { id } }],
    hasId: true,
  },
  {
    path: '/user/:id',
    load: () => import('./pages/profile/ProfilePage.tsx').then(({ ProfilePage }) => ProfilePage),
    reads: (userId) => [{ name: 'getProfile', params: { userId } }],
    hasId: true,
  },
  {
    path: '/search/*',
    load: () => import('./pages/search/SearchPage.tsx').then(({ SearchPage }) => SearchPage),
    reads: () => [],
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
    load: () => import('./pages/dashboard/Dashboard.tsx').then(({ Dashboard }) => Dashboard),
    guard: 'member',
  },
  {
    path: '/dashboard/profileInit',
    load: () => import('./pages/account/ProfileInit.tsx').then(({ ProfileInit }) => ProfileInit),
    guard: 'nameless',
  },
  {
    path: '/dashboard/settings',
    load: () => import('./pages/account/Settings.tsx').then(({ Settings }) => Settings),
    guard: 'member',
  },
  { path: '/faq', load: () => import('./pages/texts/Faq.tsx').then(({ Faq }) => Faq) },
  { path: '/privacy', load: () => import('./pages/texts/Privacy.tsx').then(({ Privacy }) => Privacy) },
  { path: '/impressum', load: () => import('./pages/texts/Impressum.tsx').then(({ Impressum }) => Impressum) },
  { path: '/tos', load: () => import('./pages/texts/Terms.tsx').then(({ Terms }) => Terms) },
  { path: '*', load: () => import('./pages/missing/Missing.tsx').then(({ Missing }) => Missing) },
];

const pages = routes.map((route) => ({
  ...route,
  Page: lazy(async () => ({ default: await route.load() })),
}));

/** The whole app below its wires: one switch over the route table. */
export function Routes() {
  return (
    <Router>
      <NavigationProvider>
        <Framed />
      </NavigationProvider>
    </Router>
  );
}

function Framed() {
  const reads = useReads();
  const { parser } = useRouter();
  const [path] = useLocation();
  usePageNews(path);

  function preload(href: string): void {
    const { pathname } = new URL(href, location.href);
    const route = routes.find((candidate) => matchRoute(parser, candidate.path, pathname)[0]);
    // Loading ahead is a favour; the page itself says what is wrong.
    route?.load().catch(() => undefined);
    for (const resource of route?.reads?.(lastPart(pathname)) ?? []) reads.preload(resource);
  }

  return (
    <Shell preload={preload}>
      <PageBoundary key={path}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {pages.map(({ path: pattern, Page, hasId, guard }) => (
              <Route key={pattern} path={pattern}>
                {() => {
                  const id = pattern === '/search/*' ? searchTextOf(location.pathname) : lastPart(path);
                  const page = hasId === true && !v.is(Uuid, id) ? <NotFound /> : <Page id={id} />;
                  return guard === undefined ? page : <Guarded guard={guard}>{page}</Guarded>;
                }}
              </Route>
            ))}
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

/** Lets in who is signed in and has a name; others are led to where they get one (spec §4). */
function Guarded({ guard, children }: { guard: 'member' | 'nameless'; children: ReactNode }) {
  const phase = usePhase();
  const name = useNameState();
  const [path] = useLocation();
  if (phase === 'anonymous' || phase === 'recovering')
    return <Redirect replace to={`/login?redirect=${encodeURIComponent(path + location.search)}`} />;
  if (phase === 'unknown') return <Waiting />;
  if (guard === 'nameless') return children;
  if (name === 'missing') return <Redirect replace to="/dashboard/profileInit" />;
  return name === 'unknown' ? <Waiting /> : children;
}

function Waiting() {
  return <div className="min-h-[70vh]" aria-busy="true" />;
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? '';
}
