import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findPostgres, startPostgres } from './postgres.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, '.cache/reports');
const binaries = join(root, 'node_modules/.bin');

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const remarks: string[] = [];
/** What failed, told again at the end: a log is read from there. */
const failures: string[] = [];

/** Runs a command of this repository; resolves to its exit code. */
function run(
  command: string,
  words: readonly string[],
  env: Record<string, string> = {},
  quiet = false,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(binaries, command), words, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => {
      if (quiet && code !== 0) console.log(output);
      resolve(code ?? 1);
    });
  });
}

function add(name: string, seconds: number, count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0 && !failures.some((line) => line.startsWith(`${name}:`))) failures.push(`${name}: see above`);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  console.log(`■ ${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds.toFixed(1)} s)`);
}

async function timed(name: string, work: () => Promise<Count>): Promise<void> {
  const start = performance.now();
  const count = await work();
  add(name, (performance.now() - start) / 1000, count);
}

/** A tool that only says yes or no counts as one test. */
function check(name: string, command: string, words: readonly string[]): Promise<void> {
  return timed(name, async () => {
    const code = await run(command, words, {}, true);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });
}

/** What a runner wrote about itself; a runner that wrote nothing failed once. */
function countOf(file: string, code: number, read: (report: Record<string, unknown>) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    // Errors outside a test (an import that throws, an unhandled rejection) are in no count.
    if (code !== 0 && count.failed === 0) count.failed = 1;
    if (count.passed + count.failed === 0) count.failed = 1;
    return count;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

interface VitestFile {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly PlaywrightSpec[];
}

interface PlaywrightSpec {
  readonly ok: boolean;
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly projectName: string;
    readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
  }[];
}

/** What went wrong, on one line. */
function inShort(message: string): string {
  const plain = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return plain.length > 400 ? `${plain.slice(0, 400)}…` : plain;
}

function failedIn(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .flatMap(({ file, title, tests }) =>
      tests.flatMap(({ projectName, results }) =>
        results
          .flatMap(({ errors }) => errors)
          .map(({ message }) => `[${projectName}] ${file} › ${title}: ${inShort(message ?? '')}`),
      ),
    );
  return [...own, ...(suite.suites ?? []).flatMap(failedIn)];
}

function unit(name: string, filters: readonly string[], env: Record<string, string>): Promise<void> {
  return timed(name, async () => {
    const file = `${name.replaceAll(/\W+/g, '-')}.json`;
    const words = ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${join(reports, file)}`];
    const code = await run('vitest', words, env);
    return countOf(file, code, (report) => {
      for (const { name: path, assertionResults } of report['testResults'] as VitestFile[]) {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        const where = `${name}: ${relative(root, path)}`;
        for (const { fullName, failureMessages } of failed)
          failures.push(`${where} › ${fullName}: ${inShort(failureMessages.join(' '))}`);
      }
      return {
        passed: Number(report['numPassedTests']),
        failed: Number(report['numFailedTests']),
        skipped: Number(report['numPendingTests']) + Number(report['numTodoTests']),
      };
    });
  });
}

function browser(env: Record<string, string>): Promise<void> {
  return timed('browser', async () => {
    const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'browser.json') };
    const words = ['test', '--config', 'tests/browser/playwright.config.ts', '--reporter=line,json'];
    const code = await run('playwright', words, { ...env, ...report });
    return countOf('browser.json', code, ({ stats, suites }) => {
      failures.push(...failedIn({ suites: suites as PlaywrightSuite[] }).map((title) => `browser: ${title}`));
      const { expected, unexpected, flaky, skipped } = Object(stats);
      return { passed: Number(expected), failed: Number(unexpected) + Number(flaky), skipped: Number(skipped) };
    });
  });
}

async function serverOnPostgres(env: Record<string, string>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  const found = given === undefined ? findPostgres() : null;
  if (given === undefined && found === null) {
    remarks.push(
      'SKIPPED: the server suite on PostgreSQL (no initdb and postgres on this machine, no TEST_DATABASE_URL)',
    );
    return;
  }
  const cluster = found === null ? null : await startPostgres(found);
  try {
    await unit('server on PostgreSQL', ['server'], { ...env, TEST_DATABASE_URL: given ?? cluster?.url ?? '' });
  } finally {
    await cluster?.stop();
  }
}

/** `withCrashes`: also what starts whole servers and kills them, a quarter of the time. */
async function verify(env: Record<string, string>, withCrashes: boolean): Promise<void> {
  await Promise.all([
    check('biome', 'biome', ['ci', '--error-on-warnings', '.']),
    check('tsc', 'tsc', ['-b']),
    check('knip', 'knip', []),
  ]);
  await unit('unit', withCrashes ? [] : ['--exclude', 'server/crash.test.ts'], env);
}

const build = (): Promise<void> => check('build', 'vite', ['build', '--logLevel', 'warn']);

const [form = 'all'] = process.argv.slice(2);
// Verify is for every save; the whole runs the fuzz test at its full number.
const forms: Record<string, Record<string, string>> = {
  all: { PITBOARD_FUZZ_RUNS: '200' },
  long: { PITBOARD_LONG: '1', PITBOARD_FUZZ_RUNS: '5000' },
};
const env = forms[form] ?? {};
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (process.env.PITBOARD_DATA === undefined) remarks.push('SKIPPED: tests on real captures (PITBOARD_DATA is not set)');

switch (form) {
  case 'verify':
    await verify(env, false);
    remarks.push('LEFT OUT: server/crash.test.ts (npm test runs it)');
    break;
  case 'browser':
    await build();
    await browser(env);
    break;
  case 'all':
  case 'long':
    await verify(env, true);
    await serverOnPostgres(env);
    await build();
    await browser(env);
    break;
  default:
    console.error(`unknown form ${form}: all, verify, long or browser`);
    process.exit(2);
}

for (const remark of remarks) console.log(remark);
for (const failure of failures) console.log(`FAILED ${failure}`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
