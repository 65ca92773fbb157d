import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeys } from '../../server/tokens/keys.ts';
import { freePort } from '../postgres.ts';
import { builtServer, preparedCluster } from '../prepare-servers.ts';

interface StartOptions {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  /** That of a server that has ended, so that its clients find it again; without it a free one. */
  readonly port?: number;
  /** A command that runs the server, such as unshare. */
  readonly through?: readonly string[];
  /** Options of the server's command line. */
  readonly words?: readonly string[];
}

/** The answer to a request of a test. */
export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it with what they expect
  readonly body: any;
}

/** A server in a process of its own. */
export class ServerProcess {
  readonly base: string;
  readonly child: ChildProcess;
  /** The code or the signal that the process ended with. */
  readonly ended: Promise<number | string>;
  log = '';
  readonly #dataDir: string;

  private constructor(base: string, child: ChildProcess, dataDir: string) {
    this.base = base;
    this.child = child;
    this.#dataDir = dataDir;
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 0)));
  }

  /** Starts a server; resolves when it listens or has ended. */
  static async start(options: StartOptions): Promise<ServerProcess> {
    const server = await ServerProcess.launch(options);
    await server.printed('Pitboard is on');
    return server;
  }

  /** Starts a server, and does not wait for it. */
  static async launch({
    dataDir,
    env = {},
    port: given,
    through = [],
    words = [],
  }: StartOptions): Promise<ServerProcess> {
    const port = given ?? (await freePort());
    const base = `http://127.0.0.1:${port}`;
    // Most of these servers live for seconds: to optimise the code of the embedded database takes a third of their start.
    const program = [process.execPath, '--liftoff-only', builtServer, ...words];
    const [command = process.execPath, ...parameters] = [...through, ...program];
    const child = spawn(command, parameters, {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        PUBLIC_URL: base,
        DATA_DIR: dataDir,
        DEMO: 'off',
        LIVE_TCP_PORT: '0',
        PITBOARD_TEST: '{"logLevel":"silent"}',
        ...env,
      },
    });
    const server = new ServerProcess(base, child, dataDir);
    const read = (chunk: Buffer) => {
      server.log += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    return server;
  }

  /** Resolves when the server has printed a text or has ended. */
  printed(text: string): Promise<void> {
    const { stdout, stderr } = this.child;
    return new Promise((resolve) => {
      const check = () => {
        if (!this.log.includes(text)) return;
        for (const stream of [stdout, stderr]) stream?.off('data', check);
        resolve();
      };
      for (const stream of [stdout, stderr]) stream?.on('data', check);
      void this.ended.then(() => resolve());
      check();
    });
  }

  /** The last line that the server has printed. */
  get lastLine(): string | undefined {
    return this.log.trim().split('\n').at(-1);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** A token of a new user. */
  async token(name: string, id: string = randomUUID()): Promise<string> {
    const keys = await readKeys(this.#dataDir);
    const issuedAt = Math.floor(Date.now() / 1_000);
    const claims = { iss: `${this.base}/auth/v1`, aud: 'authenticated', role: 'authenticated', sub: id };
    const times = { issuedAt, expiresAt: issuedAt + 3_600 };
    return keys.sign({ ...claims, user_metadata: { username: name } }, times);
  }

  /** Makes a request. @throws when it is not answered. */
  async send(method: string, path: string, options: { token?: string; body?: object } = {}): Promise<Reply> {
    const { token, body } = options;
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Folders that are removed at the end of a test. */
export class Folders {
  readonly #paths: string[] = [];

  create(): string {
    const path = mkdtempSync(join(tmpdir(), 'pitboard-faults-'));
    this.#paths.push(path);
    return path;
  }

  /** A data directory with an empty database, as a server has it after its first start. That start takes five seconds. */
  createData(): string {
    const path = this.create();
    cpSync(preparedCluster(), join(path, 'postgres'), { recursive: true });
    return path;
  }

  remove(): void {
    for (const path of this.#paths.splice(0)) rmSync(path, { recursive: true, force: true });
  }
}
