import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestServer } from '../server/tests/support/open-test-server.ts';

test('the metrics that docs/hosting.md names exist', async () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/hosting.md'), 'utf8');
  const named = new Set(text.match(/(?<!\$)\b(?:pitboard|http|nodejs|process)_[a-z0-9_]+/g));
  const token = 'a-token-for-prometheus';
  const server = await openTestServer({ METRICS_TOKEN: token });
  const { body } = await server.app
    .inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    .finally(() => server.close());
  const missing = [...named].filter((name) => !new RegExp(`^# TYPE ${name.replace(/_count$/, '')} `, 'm').test(body));
  // Where BACKUP_DIR is set.
  expect(missing.sort()).toEqual(['pitboard_backup_age_seconds', 'pitboard_backup_failures_total']);
});
