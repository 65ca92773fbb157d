import { join } from 'node:path';
import { clusterOf } from '../server/storage/cluster-files.ts';
import { freshDataDirectory, prepareDataDirectory } from '../server/tests/support/fresh-database.ts';
import { buildServerWhenStale } from '../server/web/build-app.ts';

/** The script of the server that operators run. */
export const builtServer = join(import.meta.dirname, '../dist-server/main.js');

/** The files of a database that has all tables and no rows. */
export const preparedCluster = (): string => clusterOf(freshDataDirectory());

/** Before the tests that start servers in processes of their own. */
export async function setup(): Promise<void> {
  await buildServerWhenStale();
  await prepareDataDirectory();
}
