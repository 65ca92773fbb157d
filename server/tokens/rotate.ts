import { EnvError, parseEnv } from '../env.ts';
import { KeyFileError, rotateKeys } from './keys.ts';

try {
  const [signing, ...others] = await rotateKeys(parseEnv(process.env).dataDir);
  console.log(`From the next start on, ${signing} signs, and ${others.join(' and ')} verify.`);
  console.log('Wait an hour before the next rotation, because it invalidates the tokens of the previous signing key.');
} catch (error) {
  const isExpected = error instanceof EnvError || error instanceof KeyFileError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
