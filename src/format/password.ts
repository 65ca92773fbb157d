const encoder = new TextEncoder();
const longest = 72;

/** What a new password must have, and whether it has it. */
export function passwordRules(password: string): { readonly word: string; readonly isMet: boolean }[] {
  const isShort = encoder.encode(password).length <= longest;
  // Nobody needs to hear of the upper bound before they meet it; emoji count for more than one.
  return [
    { word: 'at least 8 characters', isMet: [...password].length >= 8 },
    ...(isShort ? [] : [{ word: 'at most 72 letters or digits', isMet: false }]),
  ];
}

/** Does a new password have all that it must? */
export function isPasswordGood(password: string): boolean {
  return passwordRules(password).every(({ isMet }) => isMet);
}
