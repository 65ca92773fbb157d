import type { Health } from '#contract/config';
import { unavailable } from '../http/problem.ts';
import { ping } from '../storage/open-storage.ts';
import type { Context } from './context.ts';

/** Checks that the server and its database respond. @throws Problem 503. */
export async function getHealth({ transaction, now }: Context, version: string): Promise<Health> {
  await ping(transaction).catch((error: unknown) => {
    throw unavailable(error);
  });
  return { status: 'ok', time: now, version };
}
