import type { LeagueLog } from '#contract/entities/member';

type Entry = LeagueLog['entries'][number];

/** What a call has changed, after the name of who made it. */
const words: Readonly<Record<string, string>> = {
  createLeague: 'created the league',
  updateLeague: 'changed the details of the league',
  addLeagueSeason: 'added a season to the league',
  removeLeagueSeason: 'removed a season from the league',
  setThumbnail: 'changed the picture',
  deleteThumbnail: 'removed the picture',
  updateWebhook: 'changed the Discord messages',
  deleteWebhook: 'removed the Discord webhook',
  testWebhook: 'sent a test message to Discord',
  resendDelivery: 'sent a Discord message again',
  createInvitation: 'made an invitation',
  deleteInvitation: 'revoked an invitation',
  acceptInvitation: 'joined',
  createSeason: 'created the season',
  updateSeason: 'changed the season',
  deleteSeason: 'deleted the season',
  updateScoring: 'changed the points',
  setAliases: 'changed the recorded names',
  setTeamAliases: 'changed the team names',
  setTeamColours: 'changed the team colours',
  setLineUp: 'changed a line-up',
  setRoster: 'changed the drivers',
  setSignUp: 'changed the sign-up',
  confirmClaim: 'confirmed the account of a driver',
  deleteClaim: 'declined the account of a driver',
  addEvent: 'added an event',
  addEvents: 'added events',
  updateEvent: 'changed an event',
  orderEvents: 'changed the order of the events',
  deleteEvent: 'deleted an event',
  undoDeletion: 'restored what was deleted',
  addEventSession: 'attached a session',
  addEventSessions: 'attached sessions',
  removeEventSession: 'took a session out of an event',
  setSessionScoring: 'changed which points a session gives',
  addRuling: 'added a ruling',
  updateRuling: 'put a ruling in force',
  updateRulings: 'put rulings in force',
  withdrawRuling: 'withdrew a ruling',
  createRevision: 'published the standings',
  withdrawRevision: 'took back official standings',
};

/** An entry of the log in words, after the name of its author: `changed the points`. */
export function logText({ action, subject, userName }: Entry): string {
  const name = subject ?? 'a member';
  switch (action) {
    case 'setMemberRoles':
      return `changed the role of ${name}`;
    case 'deleteMember':
      return subject === userName ? 'left' : `removed ${name}`;
    case 'acceptEntry':
      return `accepted the entry of ${name}`;
    case 'declineEntry':
      return `declined the entry of ${name}`;
    case 'removeEntry':
      return `took ${name} off the roster`;
    case 'handOverLeague':
      return `handed the league over to ${name}`;
    case 'deleteAccount':
      return `deleted their account; the league went to ${name}`;
    default:
      // A newer server may know more calls.
      return words[action] ?? 'made a change';
  }
}
