/**
 * How long a server stores data that no user deletes. It is deleted within an hour after that, later where there is much.
 * The privacy policy and docs/hosting.md list the same.
 */
export const retention = {
  deletions: {
    what: 'A session, event, season or league that its owner has deleted, so that it can be restored',
    days: 14,
  },
  sessionVersions: { what: 'A version of a session that was replaced or not used', days: 14 },
  liveSessions: { what: 'The address of a live race that has ended, and who recorded it', days: 30 },
  livePast: { what: 'The last minutes of a live race, for viewers with a delay', days: 1 },
  signIns: { what: 'A device that is logged in, after its last visit', days: 365 },
  replacedTokens: { what: 'The digest of a token of a device that was replaced by another', days: 30 },
  signUps: { what: 'A sign-up that was not confirmed', days: 7 },
  /** As long as signUps: an invitation can belong to a sign-up that is confirmed until then. */
  invites: { what: 'The digest of an invitation, after it has expired', days: 7 },
  mailTokens: { what: 'The digests of links and codes in e-mails, and how many wrong ones came', days: 1 },
  leagueLog: { what: 'Who changed what in a league', days: 400 },
  sectionEditors: { what: 'Which page of a league or season its staff had open to change it', days: 1 },
  notices: { what: 'A notice in the inbox of an account', days: 90 },
  deliveries: { what: 'A message to the chat of a league, after it was sent or given up', days: 30 },
  idempotencyKeys: { what: 'The answer to a change, for a device that did not receive it', days: 1 },
  pairingCodes: { what: 'The digest of a code that connects a recorder', days: 1 },
  deletedUsers: { what: 'The number of a deleted account, so that its tokens are refused', days: 1 },
} as const;

export type Retained = keyof typeof retention;

/** In ms. */
export function retentionTime(name: Retained): number {
  return retention[name].days * 24 * 60 * 60_000;
}

/** `14 days` */
export function retentionText(name: Retained): string {
  const { days }: { readonly days: number } = retention[name];
  return days === 1 ? '1 day' : `${days} days`;
}
