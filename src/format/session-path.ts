/** The address of a session on a page of one of its seasons: it shows the result of that season. */
export function seasonSessionPath(seasonId: string, sessionId: string): string {
  return `/sessions/${sessionId}?result=${seasonId}`;
}
