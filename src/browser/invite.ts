/** The invitation in the address of this page, behind the #, which no browser sends; null without one. */
export function findInvite(): string | null {
  const invite = new URLSearchParams(globalThis.location?.hash.slice(1)).get('invite');
  return invite !== null && /^[\w-]{43}$/.test(invite) ? invite : null;
}
