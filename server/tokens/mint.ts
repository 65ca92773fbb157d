import { parseArgs } from 'node:util';
import { v5 } from 'uuid';
import { exitWithError, OperatorError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { mintToken } from './caller.ts';
import { readKeys } from './keys.ts';

/** The namespace of user ids that are derived from a name (UUID version 5). */
const namespace = 'b8c7ab39-30a1-4f4e-9a52-0b6a4c1d1e5f';
const lifetime = 3_600;

try {
  const { values } = parseArgs({ options: { user: { type: 'string' } } });
  if (values.user === undefined || values.user.trim() === '') {
    console.error('usage: npm run token -- --user NAME');
    process.exit(2);
  }
  const env = readEnv(['PUBLIC_URL']);
  if (env.supabase !== null) {
    throw new OperatorError(`this server accepts only tokens of ${env.supabase.url}; sign in there to get one`);
  }
  if (!process.env.PUBLIC_URL) console.error(`The token is for ${env.publicUrl}; set PUBLIC_URL as for the server.`);
  const keys = await readKeys(env.dataDir);
  const user = { userId: v5(values.user, namespace), username: values.user };
  console.log(await mintToken(env, keys, user, lifetime));
} catch (error) {
  exitWithError(error);
}
