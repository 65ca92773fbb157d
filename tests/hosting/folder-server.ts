import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '../postgres.ts';

interface FolderStart {
  /** A release, or a clone whose build is done. */
  readonly folder: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server, such as one that limits its memory. */
  readonly through?: readonly string[];
  /** That of this process unless it is given. */
  readonly node?: string;
}

/** A server that runs from a folder of its own, as an operator starts it. */
export class FolderServer {
  readonly origin: string;
  readonly child: ChildProcess;
  /** The code or the signal that the process ended with. */
  readonly ended: Promise<number | string>;
  /** From the command until it listens, in ms. */
  startTime = Number.NaN;
  log = '';

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.child = child;
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 0)));
  }

  /** Resolves when the server listens. @throws Error when it ends before. */
  static async start(options: FolderStart): Promise<FolderServer> {
    const { folder, dataDir, env = {}, through = [], node = process.execPath } = options;
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const script = ['start.js', 'server/start.js']
      .map((name) => resolve(folder, name))
      .find((path) => existsSync(path));
    if (script === undefined) throw new Error(`${folder} is neither a release nor a clone`);
    const [command = '', ...parameters] = [...through, node, script];
    const begun = performance.now();
    const settings = { PORT: port, PUBLIC_URL: origin, DATA_DIR: dataDir, LIVE_TCP_PORT: '0', ...env };
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new FolderServer(origin, child);
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        server.log += chunk.toString();
        if (server.log.includes('Pitboard is on')) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      void server.ended.then((how) => reject(new Error(`the server ended with ${how}\n${server.log}`)));
    });
    server.startTime = performance.now() - begun;
    return server;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The most memory that the process had until now, in MB. */
  get peak(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1]) / 1024;
  }

  async stop(): Promise<number | string> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}
