import type { Health } from '#contract/config';
import { unavailable } from '../problem.ts';
import { ping } from '../storage/open-storage.ts';
import type { Context } from './context.ts';

/** Is the server well, its database included? @throws Problem 503. */
export async function getHealth({ transaction, now }: Context, version: string): Promise<Health> {
  await ping(transaction).catch((error: unknown) => {
    throw unavailable(error);
  });
  return { status: 'ok', time: now, version };
}
