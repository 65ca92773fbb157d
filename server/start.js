// @ts-check
// Builds what has changed in a process of its own, then runs the built server in this one. In plain JavaScript, so that it
// starts without a loader.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const builder = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/start/build.ts'), '--start'], {
  cwd: root,
  stdio: 'inherit',
});
const forward = (/** @type {NodeJS.Signals} */ signal) => builder.kill(signal);
process.on('SIGINT', forward).on('SIGTERM', forward);
const [code] = await once(builder, 'exit');
process.off('SIGINT', forward).off('SIGTERM', forward);
if (code !== 0) process.exit(code ?? 1);

await import(join('..', 'dist-server', 'run.js'));
