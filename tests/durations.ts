import type { PlaywrightSuite } from './failure-lines.ts';

/** How long a test has taken, with its own fixtures, in seconds. */
export interface Duration {
  readonly seconds: number;
  /** The step of the run, the file and the title. */
  readonly title: string;
}

/** The durations of the tests of a suite. */
export function durationsOf(suite: PlaywrightSuite): Duration[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      seconds: results.reduce((sum, { duration }) => sum + duration / 1_000, 0),
      title: `[${projectName}] ${file} › ${title}`,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(durationsOf)];
}

/** The longest durations, one on each line. */
export function longest(durations: readonly Duration[], count: number): string[] {
  return durations
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
}
