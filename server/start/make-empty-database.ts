import { writeFileSync } from 'node:fs';
import { dumpEmptyDatabase, emptyDatabase } from '../storage/empty-database.ts';

// The build runs this once, in a process of its own.
writeFileSync(emptyDatabase, await dumpEmptyDatabase());
