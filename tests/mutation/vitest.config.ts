import { defineConfig } from 'vitest/config';
import { ImportErrors } from './import-errors.ts';

/**
 * The tests of the modules that are mutated: those beside them, without a server or a browser. All of them run once before
 * the first change, in one thread and on code that counts what it does: they have to be quick.
 */
export default defineConfig({
  test: {
    include: [
      'contract/{race,pits-n-giggles}/*.test.ts',
      'machines/*.test.ts',
      'src/format/redirect.test.ts',
      'src/queries/*.test.ts',
      'server/auth/limits.test.ts',
      'server/live/{admission,tickets}.test.ts',
      'server/tests/request-limits.test.ts',
      'server/tokens/{claims,keys}.test.ts',
    ],
    // They compare a machine with a model, or read all sources.
    exclude: ['machines/{editor-model,editor-coverage,diagram}.test.ts'],
    reporters: [new ImportErrors()],
    environment: 'node',
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
