import { BuildFailed, buildServerWhenStale, buildWhenStale } from '../web/build-app.ts';

try {
  await buildWhenStale();
  await buildServerWhenStale();
} catch (error) {
  console.error(error instanceof BuildFailed ? `Pitboard cannot start: ${error.message}` : error);
  process.exit(1);
}
