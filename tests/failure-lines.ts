import { stripVTControlCharacters } from 'node:util';

/** The report of Playwright, as far as it is read. */
export interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly PlaywrightSpec[];
}

interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  /** One for each project: `ok` of the spec is that of the first one alone. */
  readonly tests: readonly {
    readonly projectName: string;
    readonly results: readonly {
      readonly status: string;
      /** In ms. */
      readonly duration: number;
      readonly errors: readonly { readonly message?: string; readonly value?: string }[];
    }[];
  }[];
}

/** An error message on one line of at most 400 characters. */
export function shorten(message: string): string {
  const plain = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return plain.length > 400 ? `${plain.slice(0, 400)}…` : plain;
}

/** One line for every failed test of a suite. */
export function failuresOf(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results.flatMap(({ status, errors }) => {
        if (status === 'passed' || status === 'skipped') return [];
        const messages = errors.map(({ message, value }) => message ?? value ?? '').join(' ');
        return [`[${projectName}] ${file} › ${title}: ${shorten(messages === '' ? status : messages)}`];
      }),
    ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}
