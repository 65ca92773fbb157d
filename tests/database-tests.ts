import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tests of the server that open a database, embedded or at TEST_DATABASE_URL; paths from the repository's root. */
export function findDatabaseTests(root: string): string[] {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('server', file))
    .filter((file) => /'\.{1,2}\/(.*\/)?support\//.test(readFileSync(join(root, file), 'utf8')));
}
