import { hash, verify } from '@node-rs/argon2';
import { FairQueue, type QueuedClient } from '../http/limits/fair-queue.ts';
import { AuthError, invalid } from './auth-error.ts';

/** The costs that OWASP recommends first for argon2id; memory in KiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxBytes = 72;

/** The rules for new passwords. */
export interface PasswordRules {
  readonly length: number;
  /** A password must contain a character of each group. */
  readonly characters: readonly string[];
}

/** The rules that a password breaks, or null. */
function findWeakness(password: string, rules: PasswordRules): { reasons: string[]; message: string } | null {
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

/** @throws AuthError 400 for a password that is too long, 422 with the reasons for a weak one. */
export function requireStrongPassword(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > maxBytes) throw invalid(`Password cannot be longer than ${maxBytes} characters`);
  const weakness = findWeakness(password, rules);
  if (weakness === null) return;
  const { reasons, message } = weakness;
  throw new AuthError(422, 'weak_password', message, { extra: { weak_password: { reasons } } });
}

/** Fields that a sign-in adds to its response when the password is weak by today's rules. */
export function describeWeakness(password: string, rules: PasswordRules): object {
  const weakness = findWeakness(password, rules);
  return weakness === null ? {} : { weak_password: { message: weakness.message, reasons: weakness.reasons } };
}

/** Hashes a password to a PHC string. Devices write the same letters in several forms of Unicode: one of them counts. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

let dummyHash: Promise<string> | null = null;

/** Compares with a stored hash. Without one it takes as long and returns false, so that timing shows no account. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no account has this password');
  const compared = stored ?? (await dummyHash);
  const written = password.slice(0, 1_024);
  // Earlier releases hashed a password as it was written.
  const forms = new Set([written.normalize('NFC'), written]);
  const results = [];
  for (const form of forms) results.push(await verify(compared, form).catch(() => false));
  return stored !== null && results.includes(true);
}

/**
 * Hashes and checks passwords in the turns of their clients: two at a time, so that files and compression keep half of the
 * four threads of Node. @throws Problem 503 when too many of a client wait, 408 when it has closed its connection.
 */
export class PasswordQueue {
  readonly #queue = new FairQueue({ running: 2, waiting: 64, rests: false });

  hash(client: QueuedClient, password: string): Promise<string> {
    return this.#queue.run(client, () => hashPassword(password));
  }

  verify(client: QueuedClient, stored: string | null, password: string): Promise<boolean> {
    return this.#queue.run(client, () => verifyPassword(stored, password));
  }
}
