/** The address of a driver's season, by a name in its standings or in a recording. */
export function seasonDriverPath(seasonId: string, name: string): string {
  return `/seasons/${seasonId}?${new URLSearchParams({ driver: name })}`;
}

/** The address of a driver over the seasons of a league: their account, or their name without one. */
export function leagueDriverPath(leagueId: string, id: string): string {
  return `/leagues/${leagueId}?${new URLSearchParams({ driver: id })}`;
}
