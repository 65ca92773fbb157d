/** The token of an invitation, behind the #, which no browser sends; null where there is none. */
export function invitationIn(hash: string): string | null {
  const token = hash.slice(1);
  return /^[\w-]{20,200}$/.test(token) ? token : null;
}
