/** The page that accepts an invitation. The token comes after a #: browsers do not send it, so that no server logs it. */
export function invitationPath(token: string): string {
  return `/invitation#${token}`;
}
