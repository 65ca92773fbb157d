import type { Health } from '#contract/config';
import { unavailable } from '../http/problem.ts';
import { checkWritable, ping, type Storage } from '../storage/open-storage.ts';
import type { Context } from './context.ts';

/** Checks that the server and its database respond. @throws Problem 503. */
export async function getHealth({ transaction, now }: Context, version: string): Promise<Health> {
  await ping(transaction).catch((error: unknown) => {
    throw unavailable(error);
  });
  return { status: 'ok', time: now, version };
}

/** A database that does not answer in this time does not store, in ms. */
const timeout = 2_000;

/** Whether the database stores changes. */
export async function canStore({ database }: Storage): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), timeout).unref();
  });
  const checked = checkWritable(database).then(
    () => true,
    () => false,
  );
  return Promise.race([checked, late]);
}
