import {
  type AppPageName,
  type FirstRead,
  isAppPage,
  isUserPage,
  matchPage,
  type PageName,
  pageRoute,
  type UserPageName,
} from '#contract/pages/routes';
import { useReportPage, useUserEpoch } from './actors/auth.tsx';
import type { InstallSource } from './actors/install.ts';
import { useQueryCache } from './actors/read.tsx';
import { usePathname } from './navigation/address.ts';
import { NavigationProvider } from './navigation/NavigationProvider.tsx';
import { useCanonicalPath } from './navigation/use-canonical-path.ts';
import { LoadBoundary } from './pages/LoadBoundary.tsx';
import type { Resource } from './queries/query-cache.ts';
import { loadComponent, type Page, type PageModules } from './routes/page-modules.ts';
import { PageSlot } from './shell/page/PageSlot.tsx';
import { Shell } from './shell/Shell.tsx';

/** The modules of the pages in the table, each in a chunk of its own, with a component of the page's name; `routes/user-pages.ts` has the others. */
const modules: PageModules<Exclude<AppPageName, UserPageName>> = {
  home: () => import('./pages/home/HomePage.tsx'),
  live: () => import('./pages/live/LivePage.tsx'),
  liveSession: () => import('./pages/live/LiveSessionPage.tsx'),
  liveUser: () => import('./pages/live/LiveUserPage.tsx'),
  leagues: () => import('./pages/leagues/LeaguesPage.tsx'),
  league: () => import('./pages/leagues/LeaguePage.tsx'),
  seasons: () => import('./pages/season/SeasonsPage.tsx'),
  season: () => import('./pages/season/SeasonPage.tsx'),
  session: () => import('./pages/session/SessionPage.tsx'),
  track: () => import('./pages/track/TrackPage.tsx'),
  user: () => import('./pages/profile/UserPage.tsx'),
  search: () => import('./pages/search/SearchPage.tsx'),
  invitation: () => import('./pages/leagues/InvitationPage.tsx'),
  login: () => import('./pages/account/LoginPage.tsx'),
  signUp: () => import('./pages/account/SignUpPage.tsx'),
  resetPassword: () => import('./pages/account/ResetPasswordPage.tsx'),
  resetPasswordConfirm: () => import('./pages/account/ResetPasswordConfirmPage.tsx'),
  faq: () => import('./pages/texts/FaqPage.tsx'),
  privacy: () => import('./pages/texts/PrivacyPage.tsx'),
  legalNotice: () => import('./pages/texts/LegalNoticePage.tsx'),
  terms: () => import('./pages/texts/TermsPage.tsx'),
  downloadInfo: () => import('./pages/texts/DownloadInfoPage.tsx'),
  notFound: () => import('./pages/not-found/NotFoundPage.tsx'),
};

/** Loads the table of the pages of users, which load by themselves. */
export const loadUserPages = () => import('./routes/user-pages.ts');

async function loadPage(name: AppPageName): Promise<Page> {
  return isUserPage(name) ? (await loadUserPages()).loadUserPage(name) : loadComponent(modules, name);
}

function matchHref(href: string) {
  return matchPage(new URL(href, location.href).pathname);
}

/** The first reads of the page at an address; undefined without any. */
function firstReadsOf(href: string): readonly FirstRead[] | undefined {
  const { name, id } = matchHref(href);
  return pageRoute(name).reads?.(id);
}

/** The required reads of the page at an address; undefined when it is always available. */
function readsOf(href: string): readonly Resource[] | undefined {
  return firstReadsOf(href)?.filter(({ isOptional }) => isOptional !== true);
}

/** The pages of the app, each loaded once. */
export interface PageLoader {
  readonly load: (name: PageName) => Promise<Page>;
  /** A page that is loaded renders at once, without a fallback. */
  readonly peek: (name: PageName) => Page | undefined;
  /** Loads the page at an address with what its tab shows: all that the server renders. */
  readonly loadRendered: (address: { readonly pathname: string; readonly search: string }) => Promise<void>;
  /** Loads the page at an address and its first reads; resolves when it can be rendered without waiting. */
  readonly prefetch: (href: string, read: (resource: Resource) => Promise<unknown>) => Promise<void>;
}

export function createPageLoader(): PageLoader {
  const loaded = new Map<PageName, Page>();

  async function load(name: PageName): Promise<Page> {
    if (!isAppPage(name)) return leaveApp();
    const page = loaded.get(name) ?? (await loadPage(name));
    loaded.set(name, page);
    return page;
  }

  return {
    load,
    peek: (name) => loaded.get(name),
    loadRendered: async ({ pathname, search }) => {
      const page = await load(matchPage(pathname).name);
      await page.loadTab?.(new URLSearchParams(search).get('tab') ?? '');
    },
    prefetch: async (href, read) => {
      await Promise.allSettled([load(matchHref(href).name), ...(firstReadsOf(href) ?? []).map(read)]);
    },
  };
}

/** The address is that of a page with an HTML file of its own. */
function leaveApp(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

interface RoutesProps {
  readonly pages: PageLoader;
  readonly install: InstallSource;
  /** Called once a page is on the screen. */
  readonly onPageDrawn: () => void;
}

/** The whole app inside its providers. */
export function Routes(props: RoutesProps) {
  return (
    <NavigationProvider>
      <CurrentPage {...props} />
    </NavigationProvider>
  );
}

function CurrentPage({ pages, install, onPageDrawn }: RoutesProps) {
  const queries = useQueryCache();
  const match = matchPage(usePathname());
  const { name, id, canonicalPath } = match;
  useCanonicalPath(match);
  useReportPage(canonicalPath);
  const epoch = useUserEpoch();

  function prefetch(href: string): void {
    // A failed prefetch is no error; the page itself reports it.
    void pages.prefetch(href, queries.prefetch);
  }

  return (
    <Shell prefetch={prefetch} readsOf={readsOf} install={install}>
      <LoadBoundary key={`${epoch} ${canonicalPath}`}>
        <PageSlot load={() => pages.load(name)} loaded={pages.peek(name)} id={id} onDrawn={onPageDrawn} />
      </LoadBoundary>
    </Shell>
  );
}
