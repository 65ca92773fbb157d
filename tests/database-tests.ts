import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of HTML, of files and of headers: the rows behind them are read as in the other tests. */
const otherLayers = /^server\/(routes|web)\//;

/** The tests of the server whose result depends on the database, embedded or at TEST_DATABASE_URL; paths from the root. */
export function findDatabaseTests(root: string): string[] {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('server', file))
    .filter((file) => !otherLayers.test(file))
    .filter((file) =>
      /openTestServer\(|borrowDatabase\(|TEST_DATABASE_URL/.test(readFileSync(join(root, file), 'utf8')),
    );
}
