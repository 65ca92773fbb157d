const encoder = new TextEncoder();
const maximumBytes = 72;

/** The rules for a new password, and whether it meets them. */
export function passwordRules(password: string): { readonly label: string; readonly isMet: boolean }[] {
  const isShortEnough = encoder.encode(password).length <= maximumBytes;
  // The upper bound is shown only once it is exceeded; emoji count for more than one.
  return [
    { label: 'at least 8 characters', isMet: [...password].length >= 8 },
    ...(isShortEnough ? [] : [{ label: 'at most 72 letters or digits', isMet: false }]),
  ];
}

/** Whether a new password meets all rules. */
export function isPasswordValid(password: string): boolean {
  return passwordRules(password).every(({ isMet }) => isMet);
}
