import { foldName } from '#contract/text/fold-text';

/** The tabs of a season, in their order. */
export const seasonTabs = [
  { name: 'drivers', label: 'Drivers' },
  { name: 'teams', label: 'Constructors' },
  { name: 'results', label: 'Results' },
  { name: 'calendar', label: 'Calendar' },
  { name: 'share', label: 'Share' },
] as const;

export type SeasonTab = (typeof seasonTabs)[number]['name'];

/**
 * The view in a season's address; `driver` is a name of the standings or of a recording, whose season is open, `event` the id of
 * an event whose line-up is open.
 */
export function readSeasonView(search: string): { tab: SeasonTab; driver: string | null; event: string | null } {
  const query = new URLSearchParams(search);
  const tab = seasonTabs.find(({ name }) => name === query.get('tab'))?.name ?? 'drivers';
  return { tab, driver: query.get('driver'), event: query.get('event') };
}

/** The address of a view, within the page. */
export function seasonViewHref(tab: SeasonTab, driver: string | null): string {
  return `?${new URLSearchParams(driver === null ? { tab } : { tab, driver })}`;
}

/** The address of a season with the form of its sign-up. */
export function entryHref(seasonId: string): string {
  return `/seasons/${seasonId}?enter`;
}

/** The name in the standings of a driver whom an address names: recordings may have another one. */
export function shownName(
  drivers: readonly { readonly name: string; readonly aliases: readonly string[] }[],
  driver: string,
): string {
  const isDriver = (name: string) => foldName(name) === foldName(driver);
  const row = drivers.find(({ name }) => isDriver(name)) ?? drivers.find(({ aliases }) => aliases.some(isDriver));
  return row?.name ?? driver;
}
