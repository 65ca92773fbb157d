/** The tabs of a season, in their order. */
export const seasonTabs = [
  { name: 'drivers', label: 'Drivers' },
  { name: 'teams', label: 'Constructors' },
  { name: 'results', label: 'Results' },
  { name: 'calendar', label: 'Calendar' },
  { name: 'share', label: 'Share' },
] as const;

export type SeasonTab = (typeof seasonTabs)[number]['name'];

/** What an address shows of a season; `driver` is a name of the standings, whose season is open. */
export function readSeasonView(search: string): { tab: SeasonTab; driver: string | null } {
  const query = new URLSearchParams(search);
  const tab = seasonTabs.find(({ name }) => name === query.get('tab'))?.name ?? 'drivers';
  return { tab, driver: query.get('driver') };
}

/** The address of a view, within the page. */
export function seasonViewHref(tab: SeasonTab, driver: string | null): string {
  return `?${new URLSearchParams(driver === null ? { tab } : { tab, driver })}`;
}
