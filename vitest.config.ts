import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,machines,src,server,recorder,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', 'tests/readme/**', 'node_modules/**'],
    environment: 'node',
    // Half of the time is spent waiting for databases and processes.
    maxWorkers: availableParallelism(),
    // Each worker imports a module once for all its files, and keeps the databases of its test servers.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
