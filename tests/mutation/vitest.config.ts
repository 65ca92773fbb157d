import { defineConfig } from 'vitest/config';

/** The tests of the modules that are mutated: quick ones, without a server or a browser. */
export default defineConfig({
  test: {
    include: [
      '{contract,machines,src}/**/*.test.ts',
      'server/auth/limits.test.ts',
      'server/live/{admission,tickets}.test.ts',
      'server/tests/request-limits.test.ts',
      'server/tokens/*.test.ts',
    ],
    exclude: ['machines/editor-model.test.ts', 'machines/diagram.test.ts'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
