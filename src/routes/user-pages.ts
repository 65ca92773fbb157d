import { pageRoute, type UserPageName } from '#contract/pages/routes';
import { guardedPage } from '../shell/page/guarded-page.tsx';
import { loadComponent, type Page, type PageModules } from './page-modules.ts';

/** The modules of the pages of users, which visitors load nothing of. */
const modules: PageModules<UserPageName> = {
  dashboard: () => import('../pages/dashboard/DashboardPage.tsx'),
  profileInit: () => import('../pages/account/ProfileInitPage.tsx'),
  settings: () => import('../pages/account/SettingsPage.tsx'),
  notices: () => import('../pages/notices/NoticesPage.tsx'),
  raceNight: () => import('../pages/dashboard/race-night/RaceNightPage.tsx'),
  streamOverlay: () => import('../pages/dashboard/overlay/StreamOverlayPage.tsx'),
  ownSessions: () => import('../pages/dashboard/sessions/OwnSessionsPage.tsx'),
  ownSeasons: () => import('../pages/dashboard/seasons/OwnSeasonsPage.tsx'),
  createSeason: () => import('../pages/dashboard/seasons/CreateSeasonPage.tsx'),
  editSeason: () => import('../pages/dashboard/seasons/EditSeasonPage.tsx'),
  editSeasonDrivers: () => import('../pages/dashboard/seasons/EditSeasonDriversPage.tsx'),
  editSeasonPoints: () => import('../pages/dashboard/seasons/EditSeasonPointsPage.tsx'),
  editSeasonRulings: () => import('../pages/dashboard/seasons/EditSeasonRulingsPage.tsx'),
  editSeasonPublish: () => import('../pages/dashboard/seasons/EditSeasonPublishPage.tsx'),
  editSeasonSettings: () => import('../pages/dashboard/seasons/EditSeasonSettingsPage.tsx'),
  ownLeagues: () => import('../pages/dashboard/leagues/OwnLeaguesPage.tsx'),
  createLeague: () => import('../pages/dashboard/leagues/CreateLeaguePage.tsx'),
  editLeague: () => import('../pages/dashboard/leagues/EditLeaguePage.tsx'),
  leagueMembers: () => import('../pages/dashboard/leagues/LeagueMembersPage.tsx'),
};

/** Loads the component of a page of users, behind its guard. */
export async function loadUserPage(name: UserPageName): Promise<Page> {
  const page = await loadComponent(modules, name);
  return guardedPage(pageRoute(name).access === 'signedIn' ? 'signedIn' : 'named', page);
}
