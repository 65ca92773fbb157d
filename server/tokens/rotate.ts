import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { rotateKeys } from './keys.ts';

try {
  const [signing, ...others] = await rotateKeys(readEnv([]).dataDir);
  console.log(`From the next start on, ${signing} signs, and ${others.join(' and ')} verify.`);
  console.log('Wait an hour before the next rotation, because it invalidates the tokens of the previous signing key.');
} catch (error) {
  exitWithError(error);
}
