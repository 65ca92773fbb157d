import { defineConfig } from 'vitest/config';

/** Runs the commands of the README in a fresh clone, one after the other as a person would. */
export default defineConfig({
  test: {
    include: ['tests/readme/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
