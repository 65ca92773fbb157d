import type { ComponentType } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { type FirstRead, matchPage, type PageName, pageRoute } from '#contract/routes';
import { useReportPage, useUserEpoch } from './actors/auth.tsx';
import type { InstallSource } from './actors/install.ts';
import { useQueryCache } from './actors/read.tsx';
import { NavigationProvider } from './navigation/NavigationProvider.tsx';
import { useCanonicalPath } from './navigation/use-canonical-path.ts';
import type { Resource } from './queries/query-cache.ts';
import { PageBoundary } from './shell/page/PageBoundary.tsx';
import { PageSlot } from './shell/page/PageSlot.tsx';
import { Shell } from './shell/Shell.tsx';

type Page = ComponentType<{ id: string }>;

const loadHome = () => import('./pages/home/Home.tsx').then(({ Home }) => Home);

/** The component of every page in the table, each in a chunk of its own. */
const components: Record<PageName, () => Promise<Page>> = {
  start: loadHome,
  home: loadHome,
  live: () => import('./pages/live/LiveList.tsx').then(({ LiveList }) => LiveList),
  liveSession: () => import('./pages/live/LiveSessionPage.tsx').then(({ LiveSessionPage }) => LiveSessionPage),
  liveUser: () => import('./pages/live/LiveUser.tsx').then(({ LiveUser }) => LiveUser),
  leagues: () => import('./pages/leagues/Leagues.tsx').then(({ Leagues }) => Leagues),
  league: () => import('./pages/leagues/LeaguePage.tsx').then(({ LeaguePage }) => LeaguePage),
  season: () => import('./pages/season/SeasonPage.tsx').then(({ SeasonPage }) => SeasonPage),
  session: () => import('./pages/session/SessionPage.tsx').then(({ SessionPage }) => SessionPage),
  track: () => import('./pages/track/TrackPage.tsx').then(({ TrackPage }) => TrackPage),
  user: () => import('./pages/profile/ProfilePage.tsx').then(({ ProfilePage }) => ProfilePage),
  search: () => import('./pages/search/SearchPage.tsx').then(({ SearchPage }) => SearchPage),
  login: () => import('./pages/account/Login.tsx').then(({ Login }) => Login),
  signUp: () => import('./pages/account/SignUp.tsx').then(({ SignUp }) => SignUp),
  resetPassword: () => import('./pages/account/ResetPassword.tsx').then(({ ResetPassword }) => ResetPassword),
  resetPasswordConfirm: () =>
    import('./pages/account/ResetPasswordConfirm.tsx').then(({ ResetPasswordConfirm }) => ResetPasswordConfirm),
  dashboard: () => import('./pages/dashboard/Dashboard.tsx').then(({ Dashboard }) => Dashboard),
  profileInit: () => import('./pages/account/ProfileInit.tsx').then(({ ProfileInit }) => ProfileInit),
  settings: () => import('./pages/account/Settings.tsx').then(({ Settings }) => Settings),
  ownSessions: () => import('./pages/dashboard/sessions/OwnSessions.tsx').then(({ OwnSessions }) => OwnSessions),
  ownSeasons: () => import('./pages/dashboard/seasons/SeasonList.tsx').then(({ SeasonList }) => SeasonList),
  createSeason: () => import('./pages/dashboard/seasons/SeasonCreate.tsx').then(({ SeasonCreate }) => SeasonCreate),
  editSeason: () => import('./pages/dashboard/seasons/SeasonEdit.tsx').then(({ SeasonEdit }) => SeasonEdit),
  ownLeagues: () => import('./pages/dashboard/leagues/OwnLeagues.tsx').then(({ OwnLeagues }) => OwnLeagues),
  createLeague: () => import('./pages/dashboard/leagues/CreateLeague.tsx').then(({ CreateLeague }) => CreateLeague),
  editLeague: () => import('./pages/dashboard/leagues/EditLeague.tsx').then(({ EditLeague }) => EditLeague),
  faq: () => import('./pages/texts/Faq.tsx').then(({ Faq }) => Faq),
  privacy: () => import('./pages/texts/Privacy.tsx').then(({ Privacy }) => Privacy),
  legalNotice: () => import('./pages/texts/Impressum.tsx').then(({ Impressum }) => Impressum),
  terms: () => import('./pages/texts/Terms.tsx').then(({ Terms }) => Terms),
  downloadInfo: () => import('./pages/texts/DownloadInfo.tsx').then(({ DownloadInfo }) => DownloadInfo),
  notFound: () => import('./pages/not-found/PageNotFound.tsx').then(({ PageNotFound }) => PageNotFound),
};

async function loadWithGuard(name: PageName): Promise<Page> {
  const { access } = pageRoute(name);
  if (access === 'public') return components[name]();
  const [{ guardedPage }, Component] = await Promise.all([import('./shell/page/guarded-page.tsx'), components[name]()]);
  return guardedPage(access, Component);
}

function matchHref(href: string) {
  return matchPage(new URL(href, location.href).pathname);
}

/** What the page at an address reads first; undefined when it reads nothing. */
function firstReadsOf(href: string): readonly FirstRead[] | undefined {
  const { name, id } = matchHref(href);
  return pageRoute(name).reads?.(id);
}

/** What the page at an address cannot do without; undefined when it is always available. */
function readsOf(href: string): readonly Resource[] | undefined {
  return firstReadsOf(href)?.filter(({ isOptional }) => isOptional !== true);
}

/** The pages of the app, each loaded once. */
export interface PageLoader {
  readonly load: (name: PageName) => Promise<Page>;
  /** A page that is loaded renders at once, without a fallback. */
  readonly peek: (name: PageName) => Page | undefined;
  /** Loads the page at an address and its first reads; resolves when it can be rendered without waiting. */
  readonly warm: (href: string, read: (resource: Resource) => Promise<unknown>) => Promise<void>;
}

export function createPageLoader(): PageLoader {
  const loaded = new Map<PageName, Page>();

  async function load(name: PageName): Promise<Page> {
    const page = loaded.get(name) ?? (await loadWithGuard(name));
    loaded.set(name, page);
    return page;
  }

  return {
    load,
    peek: (name) => loaded.get(name),
    warm: async (href, read) => {
      await Promise.allSettled([load(matchHref(href).name), ...(firstReadsOf(href) ?? []).map(read)]);
    },
  };
}

interface RoutesProps {
  readonly pages: PageLoader;
  readonly install: InstallSource;
}

/** The whole app inside its providers. */
export function Routes(props: RoutesProps) {
  return (
    <NavigationProvider>
      <CurrentPage {...props} />
    </NavigationProvider>
  );
}

function CurrentPage({ pages, install }: RoutesProps) {
  const queries = useQueryCache();
  const match = matchPage(usePathname());
  const { name, id, canonicalPath } = match;
  useCanonicalPath(match);
  useReportPage(canonicalPath);
  const epoch = useUserEpoch();

  function preload(href: string): void {
    // A failed prefetch is no error; the page itself reports it.
    void pages.warm(href, queries.prefetch);
  }

  return (
    <Shell preload={preload} readsOf={readsOf} install={install}>
      <PageBoundary key={`${epoch} ${canonicalPath}`}>
        <PageSlot load={() => pages.load(name)} loaded={pages.peek(name)} id={id} />
      </PageBoundary>
    </Shell>
  );
}
