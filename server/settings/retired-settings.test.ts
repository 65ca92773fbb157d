import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';
import { EnvSchema } from './env-schema.ts';
import { findMisspelt } from './misspelt-settings.ts';
import { findRetired } from './retired-settings.ts';

const before = [
  ...['CONFIRM_EMAIL', 'MAIL_LINK', 'MAILS_PER_HOUR', 'MAIL_PAUSE', 'REDIRECT_URLS', 'DEMO_LIVE', 'DOWNLOAD_URL'],
  ...['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL', 'KEEP_BUILDS', 'BACKUP_EVERY', 'BACKUP_KEEP'],
  ...['SESSIONS_PER_USER', 'MEGABYTES_PER_USER', 'LEAGUES_PER_USER', 'SEASONS_PER_USER', 'NEW_KEYS', 'LOG_LEVEL'],
];

test.each(before)('%s of the release before is named with what happens now, and stops no start', (name) => {
  expect(name in EnvSchema.entries).toBe(false);
  expect(findRetired({ [name]: 'hush', PORT: '8080' })).toEqual([
    expect.stringMatching(new RegExp(`^${name} is no longer a setting of Pitboard: (?!.*hush)`)),
  ]);
  expect(findRetired({ [name]: '' })).toEqual([]);
  expect(findMisspelt({ [name]: 'hush' })).toEqual([]);
  expect(() => parseEnv({ [name]: 'hush@race.example' })).not.toThrow();
});

test('an operator named by the settings before is named as before, unless OPERATOR is set', () => {
  const settings = { OPERATOR_NAME: 'Race Control, Inc.', OPERATOR_ADDRESS: 'Race Street 1; Town' };
  expect(parseEnv(settings).operator).toEqual({
    name: 'Race Control, Inc.',
    address: 'Race Street 1, Town',
    email: null,
  });
  expect(parseEnv({ ...settings, OPERATOR: 'Ann' }).operator).toEqual({ name: 'Ann', address: null, email: null });
});

test('a server of production whose addresses were not confirmed starts without a mail server as before', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://race.example', CONFIRM_EMAIL: 'off' };
  expect(parseEnv(production).auth).toMatchObject({ smtpUrl: null, confirmEmail: false });
  expect(parseEnv({ ...production, SMTP_URL: 'smtp://mail' }).auth).toMatchObject({ confirmEmail: true });
});
