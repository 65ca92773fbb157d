import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const controller = '/sys/fs/cgroup/memory';

/** A control group of Linux with a limit of memory, page cache included. A process beyond it is killed. */
export class MemoryLimit {
  readonly #folder: string;
  /** A command that runs the one after it within the limit. */
  readonly through: readonly string[];

  private constructor(folder: string) {
    this.#folder = folder;
    this.through = ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs')];
  }

  /** Whether this machine lets this process make one: it needs version 1 of control groups, and root. */
  static get isPossible(): boolean {
    try {
      accessSync(ownGroup(), constants.W_OK);
      return existsSync(join(ownGroup(), 'memory.limit_in_bytes'));
    } catch {
      return false;
    }
  }

  /** Makes a group within that of this process. */
  static create(megabytes: number): MemoryLimit {
    const folder = join(ownGroup(), `pitboard-${randomUUID()}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'memory.limit_in_bytes'), String(megabytes * 1024 * 1024));
    return new MemoryLimit(folder);
  }

  /** The most that was used at the same time, in MB; the page cache fills what is free. */
  get peak(): number {
    return Number(readFileSync(join(this.#folder, 'memory.max_usage_in_bytes'), 'utf8')) / 1024 / 1024;
  }

  /** How many times the kernel had to take memory back, or to kill. */
  get reclaims(): number {
    return Number(readFileSync(join(this.#folder, 'memory.failcnt'), 'utf8'));
  }

  /** Only once its processes have ended. */
  remove(): void {
    rmdirSync(this.#folder);
  }
}

function ownGroup(): string {
  const path = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  if (path === undefined) throw new Error('this process is in no control group of memory');
  return join(controller, path);
}
