import { matchPage, pageRoute, type Section } from '#contract/pages/routes';

/** How a tab of the dock is marked at `path`: as the page itself, or as the part of the app that the page belongs to. */
export function markOf(
  { section, href }: { readonly section: Section; readonly href: string },
  path: string,
  userId: string | null,
): 'page' | 'true' | undefined {
  const shown = matchPage(path);
  if (shown.name === matchPage(href).name) return 'page';
  const isOwnProfile = shown.name === 'user' && shown.id === userId;
  return section === (isOwnProfile ? 'account' : pageRoute(shown.name).section) ? 'true' : undefined;
}
