import { EnvError, parseEnv } from './env.ts';
import { KeyFileError, rotateKeys } from './keys.ts';

try {
  const [signing, ...others] = await rotateKeys(parseEnv(process.env).dataDir);
  console.log(`From the next start on ${signing} signs; ${others.join(' and ')} verify.`);
  console.log('Wait an hour before the next rotation: tokens of the key before last stop being good.');
} catch (error) {
  const isPlain = error instanceof EnvError || error instanceof KeyFileError;
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
