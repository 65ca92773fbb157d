import { BuildFailed, buildWhenStale } from './web/build-app.ts';

try {
  await buildWhenStale();
} catch (error) {
  console.error(error instanceof BuildFailed ? `Pitboard cannot start: ${error.message}` : error);
  process.exit(1);
}
await import('./main.ts');
