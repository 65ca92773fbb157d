/** What the id of an address with only one is, by the segment after `/api/`. */
const ids: Readonly<Record<string, string>> = {
  LiveSession: 'The id of the live session.',
  Recorders: 'The id of the recorder.',
  Seasons: 'The id of the season.',
  Sessions: 'The id of the session.',
};

/** The words for parameters of addresses and queries, by their names, for the OpenAPI document. */
const words: Readonly<Record<string, string>> = {
  leagueId: 'The id of the league.',
  seasonId: 'The id of the season.',
  eventId: 'The id of the event.',
  sessionId: 'The id of the session.',
  userId: 'The id of the user.',
  versionId: 'The id of the version.',
  deliveryId: 'The id of the message.',
  claimId: 'The id of the claim.',
  deletionId: 'The id of the deletion.',
  tokenId: 'The id of the token.',
  rulingId: 'The id of the ruling.',
  number: 'The number of the official standings.',
  carIndex: 'The carIndex of the driver.',
  weekendId: 'The weekendId of a session.',
  trackId: 'The track.',

  page: 'The page, counted from 0.',
  pageSize: 'How many entries a page has.',
  after:
    'The `next` of a page: the list begins with the entry after it, whatever was added or deleted meanwhile, and pages are counted from there.',
  TrackIds: 'Only sessions on these tracks; may be repeated.',
  SessionId: 'Only seasons with this session in one of their events.',
  SessionTypes: 'Only sessions of these types; may be repeated.',
  Without: 'event: only sessions that are attached to no event; names: only those with drivers that have no name.',
  v: 'Any text: the address of a picture has its version here.',
  key: 'The key of a private session; one that is registered with a key is private.',
  useTcp: 'true: publish over TCP instead of a WebSocket.',
  delaySeconds: 'By how much everything that viewers see is delayed, in s.',
  view: 'table: without positions on the track; full: with them.',
  format: 'binary: as the app reads it; json: for overlays and bots.',
  snapshot:
    'parts: the first snapshot is what a timing table shows, and a second message has the rest; whole: all is in one.',
  since: 'The epoch and the number of the last message, with a full stop between them: what came later is sent.',
  ticket: 'A ticket to a private session.',
  owner: 'others: only seasons that somebody else owns.',
  table: 'Which table.',
  separator:
    'Between cells; semicolon: numbers and times have decimal commas, as Excel reads them where those are usual.',
  shape: 'wide: 1200 × 630 px, for previews of links; tall: 1080 × 1350 px, for chats on phones.',
  of: 'drivers, teams: standings; fight: who can still win; the id of a session of the season: its results.',
  result:
    'game: as the game has it; the id of a season that holds the session: after its rulings; otherwise as the page of the session shows it.',
  driver: 'A driver of the records of the league: the id, or the name.',
  replace: 'true: the upload takes the place of a stored version.',
  filters: 'Words, and the qualifiers user: track: type: season: after: before:',
  q: 'What is looked for.',
  username: 'The username.',
};

/** The words for a parameter of an address or a query. @throws Error for one that has none. */
export function describeParameter(path: string, name: string): string {
  const found =
    words[name] ?? (path.startsWith('/api/Sessions/user/') ? 'The id of the user.' : ids[path.split('/')[2] ?? '']);
  if (found === undefined || (name !== 'id' && words[name] === undefined))
    throw new Error(`no words for ${name} in ${path}`);
  return found;
}
