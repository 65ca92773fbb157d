import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';

/** A Redis server for tests, on 127.0.0.1, without storage. */
export class TestRedis {
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'pitboard-redis-'));
  readonly #program: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** The program; null when this machine has none. */
  static find(): string | null {
    const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')];
    return folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file)) ?? null;
  }

  static async open(program: string): Promise<TestRedis> {
    const redis = new TestRedis(program, await freePort());
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const settings = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(this.#program, [...settings, '--dir', this.#folder]);
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stdout.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (log.includes('Ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`redis-server did not start:\n${log}`)));
    });
  }

  /** Kills it, as a machine does that is switched off. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
