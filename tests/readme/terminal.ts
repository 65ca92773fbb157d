import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';

/** A user of this machine by numbers. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

interface TerminalOptions {
  readonly folder: string;
  readonly home: string;
  /** A folder of programs that come before those of the machine. */
  readonly programs: string;
  readonly user?: User;
  /** Variables besides PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How long a command may take, and how long it may take to stop, in ms. */
const timeouts = { run: 120_000, stop: 20_000 };

/** A command that goes on until it is interrupted. */
export class Running {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | string>;
  #onOutput: () => void = () => undefined;
  output = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    const read = (chunk: Buffer) => {
      this.output += chunk.toString();
      this.#onOutput();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    this.#ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code ?? 0)));
  }

  /** Resolves when the output has a text. @throws when the command ends before, or takes too long. */
  async until(text: string): Promise<void> {
    const found = new Promise<true>((resolve) => {
      this.#onOutput = () => {
        if (this.output.includes(text)) resolve(true);
      };
      this.#onOutput();
    });
    const outcome = await Promise.race([found, this.#ended, timeout(timeouts.run)]);
    if (outcome !== true) throw new Error(`no “${text}” (${outcome}) in\n${this.output}`);
  }

  /** Resolves to the exit code or signal. A command that takes too long is killed. */
  async end(milliseconds = timeouts.run): Promise<number | string> {
    const outcome = await Promise.race([this.#ended, timeout(milliseconds)]);
    if (outcome === 'timeout') this.#signal('SIGKILL');
    return outcome;
  }

  /** Presses Ctrl-C: every process of the command gets the signal. Resolves to how it ended. */
  interrupt(): Promise<number | string> {
    this.#signal('SIGINT');
    return this.end(timeouts.stop);
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid ?? 0), signal);
    } catch (error) {
      if (Object(error).code !== 'ESRCH') throw error;
    }
  }
}

function timeout(milliseconds: number): Promise<'timeout'> {
  return new Promise((resolve) => setTimeout(() => resolve('timeout'), milliseconds).unref());
}

/** A shell in a folder, with no variable but PATH and HOME. Its processes can be stopped at once. */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #running: Running[];

  constructor(options: TerminalOptions, running: Running[] = []) {
    this.#options = options;
    this.#running = running;
  }

  /** The same shell after `export`; closing either closes what runs in both. */
  with(env: Readonly<Record<string, string>>): Terminal {
    return new Terminal({ ...this.#options, env }, this.#running);
  }

  start(script: string): Running {
    const { folder, home, programs, user, env } = this.#options;
    // npm and tsx add the programs of this repository.
    const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'));
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: folder,
      env: { PATH: [programs, dirname(process.execPath), ...path].join(':'), HOME: home, ...env },
      // A process group of its own, as a shell gives each command.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    const running = new Running(child);
    this.#running.push(running);
    return running;
  }

  /** Runs a command to its end. @throws when it fails. */
  async run(script: string): Promise<string> {
    const running = this.start(script);
    const code = await running.end();
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${running.output}`);
    return running.output;
  }

  /** Interrupts what still runs. */
  async close(): Promise<void> {
    for (const running of this.#running) await running.interrupt();
  }
}
