import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { rotateKeys } from './keys.ts';

try {
  const [signing, ...others] = await rotateKeys(readEnv([]).dataDir);
  console.log(`From the next start on, ${signing} signs, and ${others.join(' and ')} verify.`);
  console.log(
    'Sessions go on. To end all of them, rotate once more before that start. Otherwise wait an hour with the next',
  );
  console.log('rotation, so that sessions in use are renewed: it ends those that nobody has used meanwhile.');
} catch (error) {
  exitWithError(error);
}
