import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';
import { shorten } from './failure-lines.ts';

/** The environment variable that names the file of the report: a JSON array of one line for each error. */
export const errorsFileVariable = 'PITBOARD_ERRORS_FILE';

interface OneError {
  readonly message?: string;
  readonly stack?: string;
  readonly stacks?: readonly { readonly file: string; readonly line: number }[];
}

/** An error on one line, with the first place of this repository that it names. */
function lineOf({ message = '', stack = '', stacks = [] }: OneError): string {
  const frame = stacks.find(({ file }) => !file.includes('node_modules'));
  const place = frame === undefined ? '' : ` (${relative(process.cwd(), frame.file)}:${frame.line})`;
  return `${shorten(message === '' ? stack : message)}${place}`;
}

/** The errors of a file or of a `describe` itself: of its imports and of its hooks. */
const ownErrors = (of: TestModule | TestSuite, name: string): string[] =>
  of.errors().map((error) => `${name}: ${lineOf(error)}`);

/**
 * Writes the errors that belong to no test, which the JSON report of vitest leaves out although they fail the run: a hook
 * after the last test, an import that throws, an unhandled rejection.
 */
export default class ErrorsOutsideTests implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const file = process.env[errorsFileVariable];
    if (file === undefined) return;
    const ofFiles = modules.flatMap((module) => [
      ...ownErrors(module, `${module.relativeModuleId} › a hook or an import`),
      ...[...module.children.allSuites()].flatMap((suite) =>
        ownErrors(suite, `${module.relativeModuleId} › ${suite.fullName} › a hook`),
      ),
    ]);
    const ofNoTest = unhandled.map((error) => {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error as { [key: string]: unknown };
      const where = typeof path === 'string' ? relative(process.cwd(), path) : 'outside every file';
      return `${where}${typeof test === 'string' ? ` › ${test}` : ''} › unhandled: ${lineOf(error as OneError)}`;
    });
    writeFileSync(file, JSON.stringify([...ofFiles, ...ofNoTest]));
  };
}
