import { hashPassword } from '../auth/passwords.ts';
import type { Env } from '../settings/env.ts';
import { insertUser } from '../storage/accounts.ts';
import type { Storage } from '../storage/open-storage.ts';
import { demoAdmin } from './fill.ts';

/** The account of the user who owns the demo leagues. */
export const demoAccount = { email: 'demo@pitboard.example', password: 'box-box-box' };

/** Returns whether the demo account exists. It never exists in production, because its password is public. */
export function hasDemoAccount(env: Env): boolean {
  return env.demo && env.supabase === null && !env.isProduction;
}

/** Creates the demo account unless it exists. */
export async function addDemoAccount(storage: Storage, now: Date): Promise<void> {
  const at = now.toISOString();
  const { email, password } = demoAccount;
  const times = { emailConfirmedAt: at, createdAt: at, updatedAt: at };
  const passwordHash = await hashPassword(password);
  const row = { id: demoAdmin.userId, email, passwordHash, userMetadata: {}, ...times };
  await storage.transaction((transaction) => insertUser(transaction, row));
}
