import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that start and kill servers, or send thousands of requests. They take half of the time. */
const slow = ['{contract,machines,recorder,server,src,tests}/**/*.slow.test.ts', 'tests/faults/**/*.test.ts'];
const others = ['tests/browser/**', 'tests/readme/**'];
/** In place of the option `exclude`, with which a project ignores the files that the command line excludes. */
const without = (patterns: readonly string[]) => patterns.map((pattern) => `!${pattern}`);

export default defineConfig({
  test: {
    environment: 'node',
    // Half of the time is spent waiting for databases and processes.
    maxWorkers: availableParallelism(),
    execArgv: [
      // Fewer garbage collections: a worker holds the modules of all its files, and allocates much in each test.
      '--max-semi-space-size=64',
      // To optimize code that runs a few times takes more of the CPU than it saves in a minute: that of the embedded
      // database, and with Node 20 that of the tests. Later versions do not know the second option.
      '--wasm-tiering-budget=1000000000',
      ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
    ],
    // Each worker imports a module once for all its files, and keeps the databases of its test servers.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The timeout is for what never comes: a second is too short where a database and other tests share the machine.
    // Most values come within a few ms in these processes: the 50 ms of vitest are seconds of waiting in all.
    expect: { poll: { timeout: 20_000, interval: 5 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{contract,machines,src,recorder}/**/*.test.{ts,tsx}', ...without(slow)] },
      },
      {
        extends: true,
        test: { name: 'system', include: ['{server,tests}/**/*.test.ts', ...without([...slow, ...others])] },
      },
      // Limits for what hangs, not for a machine that does much else: a server may take a minute to start there.
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          // They wait longer than others, for processes and for limits of time. Vitest runs another number of workers in a turn of its own.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
          globalSetup: 'tests/prepare-servers.ts',
          // These poll other processes, which share the cores.
          expect: { poll: { interval: 50 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
