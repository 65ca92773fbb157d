import { type Env, parseEnv, type RequiredSetting } from './env.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { findRetired } from './retired-settings.ts';

/**
 * The settings in the environment of this process. Names that are probably misspelt, and those of
 * the release before, are printed. `required` must be set
 * in production. @throws EnvError.
 */
export function readEnv(required?: readonly RequiredSetting[]): Env {
  for (const line of [...findMisspelt(process.env), ...findRetired(process.env)]) console.warn(line);
  return parseEnv(process.env, required);
}
