import { parseEnv } from '../settings/env.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { BuildFailed, buildServerWhenStale, buildWhenStale } from '../web/build-app.ts';
import { requireFreePort } from './listen-errors.ts';

try {
  // Faults that would end the start are reported before the build.
  if (process.argv.includes('--start')) await requireFreePort(parseEnv(process.env));
  const onStep = (step: string) => console.log(step);
  await buildWhenStale(undefined, onStep);
  await buildServerWhenStale(undefined, onStep);
} catch (error) {
  const isExpected = error instanceof BuildFailed || error instanceof OperatorError;
  console.error(isExpected ? `Pitboard cannot start: ${error.message}` : error);
  process.exit(1);
}
