import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from '../routes/describe-api.ts';
import { builtDescription } from '../routes/open-api.ts';

/** Writes the description of the API into the folder of a built server. */
writeFileSync(join(String(process.argv[2]), builtDescription), JSON.stringify(describeApi()));
