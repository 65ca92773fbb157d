/** The login input: a phone number, or else an e-mail address. */
export function parseLoginIdentifier(text: string): { readonly email: string | null; readonly phone: string | null } {
  const trimmed = text.trim();
  if (trimmed === '') return { email: null, phone: null };
  const isPhone = /^\+?\d[\d\s().-]{5,}$/.test(trimmed);
  return isPhone ? { email: null, phone: trimmed } : { email: trimmed, phone: null };
}
