import { hashPassword } from '../auth/passwords.ts';
import type { Env } from '../env.ts';
import { insertUser } from '../storage/accounts.ts';
import type { Storage } from '../storage/open-storage.ts';
import { demoAdmin } from './fill.ts';

/** Signs in as who runs the demo leagues; only where everybody may. */
export const demoAccount = { email: 'demo@pitboard.example', password: 'box-box-box' };

/** Is there a demo account? Never in production, where everybody could read its password here. */
export function hasDemoAccount(env: Env): boolean {
  return env.demo && env.supabase === null && !env.isProduction;
}

/** Makes the demo account where it is not yet. */
export async function addDemoAccount(storage: Storage, now: Date): Promise<void> {
  const at = now.toISOString();
  const { email, password } = demoAccount;
  const times = { emailConfirmedAt: at, createdAt: at, updatedAt: at };
  const passwordHash = await hashPassword(password);
  await insertUser(storage.database, { id: demoAdmin.userId, email, passwordHash, userMetadata: {}, ...times });
}
