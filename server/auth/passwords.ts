import { hash, verify } from '@node-rs/argon2';
import { AuthError, invalid } from './auth-error.ts';

/** argon2id with the first of the recommended costs (memory in KiB). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const longest = 72;

/** What a password must have. */
export interface PasswordRules {
  readonly length: number;
  /** Each group must give one character. */
  readonly characters: readonly string[];
}

/** Why a password is weak; nothing when it is not. */
function weaknessOf(password: string, rules: PasswordRules): { reasons: string[]; message: string } | null {
  const reasons: string[] = [];
  const messages: string[] = [];
  if ([...password].length < rules.length) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.length} characters.`);
  }
  if (rules.characters.some((group) => ![...group].some((character) => password.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${rules.characters.join(', ')}.`);
  }
  return reasons.length === 0 ? null : { reasons, message: messages.join(' ') };
}

/** @throws AuthError 400 for one that is too long, 422 with its reasons for a weak one. */
export function mustBeStrong(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > longest) throw invalid(`Password cannot be longer than ${longest} characters`);
  const weakness = weaknessOf(password, rules);
  if (weakness === null) return;
  const { reasons, message } = weakness;
  throw new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons } } });
}

/** What a sign-in says of a password that today's rules would refuse. */
export function weakNote(password: string, rules: PasswordRules): object {
  const weakness = weaknessOf(password, rules);
  return weakness === null ? {} : { weak_password: { message: weakness.message, reasons: weakness.reasons } };
}

/** A PHC string to store. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let dummy: Promise<string> | null = null;

/** Compares with a stored hash; without one it takes as long, and is false: who has no account must not be told so. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password');
  const isRight = await verify(stored ?? (await dummy), password.slice(0, 1_024)).catch(() => false);
  return stored !== null && isRight;
}
