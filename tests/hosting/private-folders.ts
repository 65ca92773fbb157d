import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const script = join(import.meta.dirname, 'private-folders.sh');
const programs = join(import.meta.dirname, 'programs');

/** A machine with folders of its own, and the network of this one. It lasts until it is closed. */
export class PrivateFolders {
  readonly #holder: ChildProcess;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  /** Whether the system permits it: it needs root. */
  static get isPossible(): boolean {
    return spawnSync('unshare', ['--mount', 'sh', script, 'true'], { stdio: 'ignore' }).status === 0;
  }

  static async open(): Promise<PrivateFolders> {
    const holder = spawn('unshare', ['--mount', 'sh', script, 'sh', '-c', 'echo ready && exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      holder.stdout.once('data', () => resolve());
      holder.once('close', () => reject(new Error('no folders of its own')));
    });
    return new PrivateFolders(holder);
  }

  /** A path there, as this process reads it. */
  path(path: string): string {
    return join(`/proc/${this.#holder.pid}/root`, path);
  }

  /** Runs the lines of a shell there, as root; returns what they print. @throws when one of them fails. */
  run(lines: string, folder: string): string {
    const enter = ['--mount', `--target=${this.#holder.pid}`];
    return execFileSync('nsenter', [...enter, 'sh', '-e', '-c', `cd "$0"\n${lines}`, folder], {
      env: { PATH: `${programs}:${process.env.PATH}` },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#holder.once('close', resolve));
    this.#holder.stdin?.end();
    await ended;
  }
}
