import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const asRoot = ['unshare', '--net', '--mount'];
const asUser = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--mount'];

/** The command that runs another one in a network of its own; null where the system does not permit it. */
export function findPrivateNetwork(): readonly string[] | null {
  const script = ['sh', join(import.meta.dirname, 'private-network.sh')];
  const [command = '', ...parameters] = [...(process.getuid?.() === 0 ? asRoot : asUser), ...script];
  const isPermitted = spawnSync(command, [...parameters, 'true'], { stdio: 'ignore' }).status === 0;
  return isPermitted ? [command, ...parameters] : null;
}
