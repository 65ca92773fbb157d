import { expect, test } from 'vitest';
import { EnvSchema } from './env-schema.ts';
import { findMisspelt } from './misspelt-settings.ts';

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['PROT', 'PORT'],
  ['public_url', 'PUBLIC_URL'],
  ['Host', 'HOST'],
  ['PITBOARD_PUBLIC_URL', 'PUBLIC_URL'],
  ['PITBOARD_TRUST_PROXI', 'TRUST_PROXY'],
])('%s is named with %s, and without its value', (name, meant) => {
  expect(findMisspelt({ [name]: 'hush' })).toEqual([`${name} is not a setting of Pitboard: did you mean ${meant}?`]);
});

test('settings are not named, nor what shells, systems and other programs set', () => {
  const others = [
    ...['HOME', 'HOSTNAME', 'HOSTTYPE', 'LANG', 'LOGNAME', 'MAIL', 'PATH', 'PWD', 'SHELL', 'TERM', 'TZ', 'USER'],
    ...[
      'CI',
      'DEBUG',
      'EDITOR',
      'NODE_OPTIONS',
      'NODE_PATH',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'PGHOST',
      'PGPORT',
    ],
    ...[
      'REDIS_HOST',
      'SMTP_HOST',
      'MAIL_HOST',
      'POSTGRES_PASSWORD',
      'PITBOARD_TOKEN',
      'PITBOARD_DATA',
      'PITBOARD_LONG',
    ],
    ...['npm_config_loglevel', 'npm_package_name', 'XDG_DATA_DIRS', 'SYSTEMD_EXEC_PID', 'JOURNAL_STREAM'],
    ...Object.keys(EnvSchema.entries),
  ];
  expect(findMisspelt(Object.fromEntries(others.map((name) => [name, 'value'])))).toEqual([]);
  expect(findMisspelt({ PITBOARD_PORT: 'tcp://10.0.0.7:8080' })).toEqual([]);
});
