import type { Health } from '#contract/api/config';
import { unavailable } from '../http/problem.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { Context } from './context.ts';

/** Checks that the server and its database respond. @throws Problem 503. */
export async function getHealth({ now }: Context, { checkAlive }: Storage, version: string): Promise<Health> {
  await checkAlive().catch((error: unknown) => {
    throw unavailable(error);
  });
  return { status: 'ok', time: now, version };
}

/** Whether the database stores changes. */
export function canStore({ checkWritable }: Storage): Promise<boolean> {
  return checkWritable().then(
    () => true,
    () => false,
  );
}
