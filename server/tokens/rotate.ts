import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { rotateKeys } from './keys.ts';

try {
  const [signing, ...others] = await rotateKeys(readEnv([]).dataDir);
  console.log(`From the next start on, ${signing} signs, and ${others.join(' and ')} verify.`);
  console.log(
    'Users stay logged in. To log out all of them, rotate once more before that start. Otherwise wait an hour with the',
  );
  console.log('next rotation, so that logins in use are renewed: it ends those that were not used since.');
} catch (error) {
  exitWithError(error);
}
