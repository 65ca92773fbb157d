import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BuildFailed, buildWhenStale } from '../../server/web/build-app.ts';
import { PackageUnusable } from './pinned-packages.ts';
import { buildWindowsRecorder } from './windows-recorder.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'dist/downloads/pitboard-recorder.exe');

try {
  // Beside the app, and of the same sources: another build removes it.
  await buildWhenStale();
  const cache = join(root, '.cache/recorder');
  mkdirSync(cache, { recursive: true });
  await buildWindowsRecorder(file, cache);
  console.log(
    `${file}, ${Math.round(statSync(file).size / 1024 / 1024)} MiB. Servers that start from now on offer it.`,
  );
} catch (error) {
  const isExpected = error instanceof BuildFailed || error instanceof PackageUnusable;
  console.error(isExpected ? `The recorder cannot be packaged: ${error.message}` : error);
  process.exit(1);
}
