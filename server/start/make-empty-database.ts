import { writeFileSync } from 'node:fs';
import { emptyDatabase } from '../storage/empty-database.ts';
import { dumpEmptyDatabase } from '../storage/open-storage.ts';

// The build runs this once, in a process of its own.
writeFileSync(emptyDatabase, await dumpEmptyDatabase());
