import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,machines,src,server,recorder,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
