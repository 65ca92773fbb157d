import { readFileSync } from 'node:fs';
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
      readonly attachments?: readonly { readonly name: string; readonly path?: string }[];
    }[];
  }[];
}

/** An error message on one line of at most 400 characters. */
export function shorten(message: string): string {
  const plain = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return plain.length > 400 ? `${plain.slice(0, 400)}…` : plain;
}

/** The page at the moment its test failed, after its header: a rare failure cannot be repeated for a look. */
function pageIn({ name, path }: { readonly name: string; readonly path?: string }): string {
  if (name !== 'error-context' || path === undefined) return '';
  const [, main] = /\n *- main[^\n]*\n([^`]*)/.exec(readFileSync(path, 'utf8')) ?? [];
  return main === undefined ? '' : ` · the page: ${shorten(main.replaceAll(/ \[(ref|cursor)=\w+\]/g, ''))}`;
}

/** One line for every failed test of a suite. */
export function failuresOf(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests.flatMap(({ projectName, results }) =>
      results.flatMap(({ status, errors, attachments = [] }) => {
        if (status === 'passed' || status === 'skipped') return [];
        const messages = errors.map(({ message, value }) => message ?? value ?? '').join(' ');
        const reason = shorten(messages === '' ? status : messages);
        return [`[${projectName}] ${file} › ${title}: ${reason}${attachments.map(pageIn).join('')}`];
      }),
    ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}
