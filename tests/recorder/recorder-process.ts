import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Status } from '../../recorder/status/status.ts';

const root = join(import.meta.dirname, '../..');

/** A number of datagrams that fits into the buffer of any system. */
const atOnce = 50;

interface RecorderOptions {
  readonly server: string;
  readonly token: string;
  readonly folder: string;
  /** The script that Node runs; default the sources. */
  readonly script?: string;
  readonly words?: readonly string[];
}

/** A recorder in a process of its own, with the game that sends to it. */
export class RecorderProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  readonly #page: string;
  readonly #port: number;
  readonly #game: Socket = createSocket('udp4');

  private constructor(child: ChildProcess, page: string, port: number) {
    this.child = child;
    this.#page = page;
    this.#port = port;
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#game.close();
      return signal ?? code;
    });
  }

  /** Starts a recorder; resolves when it listens. `page` is a free port for its status page. */
  static async start(page: number, options: RecorderOptions): Promise<RecorderProcess> {
    const { server, token, folder, script, words = [] } = options;
    const program = script === undefined ? ['--import', 'tsx', 'recorder/main.ts'] : [script];
    const ports = ['--port', '0', '--host', '127.0.0.1', '--page', String(page)];
    const child = spawn(process.execPath, [...program, '--server', server, ...ports, ...words], {
      cwd: root,
      env: { PATH: process.env.PATH, PITBOARD_TOKEN: token, PITBOARD_FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = `http://127.0.0.1:${page}`;
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('http://localhost:')) break;
    child.stdout.resume();
    const { port } = await readStatus(address);
    return new RecorderProcess(child, address, port);
  }

  status(): Promise<Status> {
    return readStatus(this.#page);
  }

  send(datagram: Uint8Array | string): void {
    this.#game.send(datagram, this.#port, '127.0.0.1');
  }

  /** Sends datagrams, never more than the system's buffer holds. Resolves when the recorder has received them all. */
  async sendAll(datagrams: readonly Uint8Array[]): Promise<void> {
    for (let from = 0; from < datagrams.length; from += atOnce) {
      for (const datagram of datagrams.slice(from, from + atOnce)) this.send(datagram);
      await this.#received();
    }
  }

  /** Rejected packets are counted: the last one sent is the last one received. */
  async #received(): Promise<void> {
    const { rejected } = await this.status();
    do this.send('no packet of the game');
    while ((await this.status()).rejected === rejected);
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | string> {
    this.child.kill(signal);
    return this.ended;
  }
}

async function readStatus(page: string): Promise<Status> {
  return (await fetch(`${page}/status.json`)).json() as Promise<Status>;
}
