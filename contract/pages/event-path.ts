/** The path of an event on the page of its season: its line-up, and whether its driver takes part. */
export function eventPath(seasonId: string, eventId: string): string {
  return `/seasons/${seasonId}?tab=calendar&event=${eventId}`;
}
