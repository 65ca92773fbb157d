// Runs the built server, in memory that is bounded.
import { spawnSync } from 'node:child_process';

const version = Number(process.versions.node.split('.')[0]);
/** In MB: Node 24 takes twice the number that is set, so both keep 24 MB of new objects. Their own limits are up to 144 MB. */
const newObjects = version < 24 ? '--max-semi-space-size=8' : '--max-semi-space-size=4';
/**
 * To optimise one function of the embedded database, Node 24 takes 600 MB. Without it, queries that compute much take half as long
 * again, others as long as before.
 */
const database = version < 24 || process.env.DATABASE_URL ? [] : ['--liftoff-only'];

type Execve = (file: string, parameters: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Starts Node again in this process, with those limits and fewer pools of free memory for threads. Node 20 has such limits, and
 * no such call. A limit of the operator's own stays.
 */
function boundMemory(): void {
  const { execve } = process as { readonly execve?: Execve };
  const own = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  if (execve === undefined || process.platform === 'win32' || own.includes('--max-semi-space-size')) return;
  const limits = [newObjects, ...database];
  // A later version that does not know one of them would not start.
  if (spawnSync(process.execPath, [...limits, '--eval', '']).status !== 0) return;
  const parameters = [...process.execArgv, ...limits, import.meta.filename, ...process.argv.slice(2)];
  execve(process.execPath, [process.execPath, ...parameters], { MALLOC_ARENA_MAX: '2', ...process.env });
}

boundMemory();
process.setSourceMapsEnabled(true);
await import('./main.ts');
