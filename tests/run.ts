import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { freshDatabase } from '../server/tests/support/fresh-database.ts';
import { compare, describeWholeRun, measure, readLimits, wholeRunFile } from '../tools/meters.ts';
import { type Print, runAtOnce } from './at-once.ts';
import { findDatabaseTests } from './database-tests.ts';
import { type Duration, durationsOf, longest } from './durations.ts';
import { errorsFileVariable } from './errors-outside-tests.ts';
import { failuresOf, type PlaywrightSuite, shorten } from './failure-lines.ts';
import { findPostgres, startPostgres } from './postgres.ts';
import { findPrivateNetwork } from './readme/private-network.ts';
import { findProgram } from './readme/proxies.ts';

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
/** Printed once more at the end, where a log is read first. */
const failures: string[] = [];
const durations: Duration[] = [];

interface RunOptions {
  readonly printsOnFailureOnly?: boolean;
  /** Another command that runs it. */
  readonly through?: readonly string[];
  /** Where its output goes; without it to that of this process. */
  readonly print?: Print | undefined;
}

/** Runs a command of this repository; resolves to its exit code. */
function run(
  command: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
  { printsOnFailureOnly = false, through = [], print }: RunOptions = {},
): Promise<number> {
  const [program = '', ...words] = [...through, join(binaries, command), ...parameters];
  const stdio = printsOnFailureOnly || print !== undefined ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdio, stdio],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        if (printsOnFailureOnly) output += text;
        else print?.(text);
      });
    child.once('close', (code, signal) => {
      if (code !== 0 && output !== '') console.log(output);
      if (code === null) failures.push(`${command}: ended by ${signal}`);
      resolve(code ?? 1);
    });
  });
}

const printToOutput: Print = (text) => void process.stdout.write(text);

/** Adds the result of one step to the total and prints it. */
function report(name: string, { seconds, idle }: { seconds: number; idle: number }, count: Count, print: Print): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0 && !failures.some((line) => line.startsWith(`${name}:`))) failures.push(`${name}: see above`);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  print(
    `■ ${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds.toFixed(1)} s, cores idle ${Math.round(idle * 100)} %)\n`,
  );
}

/** The time that the cores of this machine have spent, in ms. */
function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
}

/** Runs one step and measures its time, and how busy the machine is meanwhile. One that throws has a failed test. */
async function runStep(name: string, work: () => Promise<Count>, print = printToOutput): Promise<void> {
  const start = performance.now();
  const before = coreTimes();
  const count = await work().catch((error: Error): Count => {
    print(`${error.stack}\n`);
    failures.push(`${name}: ${shorten(String(error))}`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const after = coreTimes();
  const idle = (after.idle - before.idle) / Math.max(1, after.all - before.all);
  report(name, { seconds: (performance.now() - start) / 1000, idle }, count, print);
}

/** Runs a tool that counts as one test: it passes with exit code 0. */
function check(
  name: string,
  command: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
  print?: Print,
): Promise<void> {
  const work = async () => {
    const code = await run(command, parameters, env, { printsOnFailureOnly: true });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  };
  return runStep(name, work, print);
}

/** Reads the report of a test runner. Without a report, or without a test in it, one test has failed. */
function readCount(file: string, code: number, count: (json: Record<string, unknown>) => Count): Count {
  try {
    const counted = count(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    // Reports do not count errors outside a test, such as an import that throws or an unhandled rejection.
    if (code !== 0 && counted.failed === 0) counted.failed = 1;
    if (counted.passed + counted.failed === 0) counted.failed = 1;
    return counted;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

interface VitestFile {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    /** In ms; tests that are skipped have none. */
    readonly duration?: number | null;
    readonly failureMessages: readonly string[];
  }[];
}

/** Runs vitest on the files that match `filters`, and reads what it reports by the name of its step. */
async function runVitest(
  name: string,
  filters: readonly string[],
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<Count> {
  const file = `${name.replaceAll(/\W+/g, '-')}.json`;
  const errorsFile = join(reports, `errors-${file}`);
  const reporters = ['dot', 'json', './tests/errors-outside-tests.ts'].map((reporter) => `--reporter=${reporter}`);
  const parameters = ['run', ...filters, ...reporters, `--outputFile.json=${join(reports, file)}`];
  const code = await run('vitest', parameters, { ...env, [errorsFileVariable]: errorsFile }, options);
  if (existsSync(errorsFile))
    failures.push(...JSON.parse(readFileSync(errorsFile, 'utf8')).map((line: string) => `${name}: ${line}`));
  return readCount(file, code, (json) => {
    for (const { name: path, assertionResults } of json['testResults'] as VitestFile[]) {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const where = `${name}: ${relative(root, path)}`;
      for (const { fullName, duration } of assertionResults)
        durations.push({ seconds: (duration ?? 0) / 1_000, title: `${where} › ${fullName}` });
      for (const { fullName, failureMessages } of failed)
        failures.push(`${where} › ${fullName}: ${shorten(failureMessages.join(' '))}`);
    }
    return {
      passed: Number(json['numPassedTests']),
      failed: Number(json['numFailedTests']),
      skipped: Number(json['numPendingTests']) + Number(json['numTodoTests']),
    };
  });
}

/** Runs the specs of a folder of `tests/`, by the Playwright configuration in it. */
function runPlaywright(folder: string, env: Record<string, string>, print?: Print): Promise<void> {
  const work = async () => {
    const output = { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${folder}.json`) };
    const parameters = ['test', '--config', `tests/${folder}/playwright.config.ts`, '--reporter=line,json', ...filters];
    const code = await run('playwright', parameters, { ...env, ...output }, { print });
    return readCount(`${folder}.json`, code, ({ stats, suites }) => {
      for (const { seconds, title } of durationsOf({ suites: suites as PlaywrightSuite[] }))
        durations.push({ seconds, title: `${folder}: ${title}` });
      failures.push(...failuresOf({ suites: suites as PlaywrightSuite[] }).map((title) => `${folder}: ${title}`));
      const { expected, unexpected, flaky, skipped } = Object(stats);
      return { passed: Number(expected), failed: Number(unexpected) + Number(flaky), skipped: Number(skipped) };
    });
  };
  return runStep(folder, work, print);
}

/** Runs the journeys in the engines that this machine has beside Chromium. */
async function runEngines(env: Record<string, string>, print?: Print): Promise<void> {
  const { engines, missingFiles } = await import('./engines/engines.ts');
  const missing = Object.entries(engines).filter(([, engine]) => missingFiles(engine).length > 0);
  for (const [name, engine] of missing)
    remarks.push(
      `SKIPPED: journeys in ${name} (no ${missingFiles(engine).join(', ')}; apt-get install ${engine.packages.join(' ')})`,
    );
  if (missing.length < Object.keys(engines).length) await runPlaywright('engines', env, print);
}

/** The network of the README's commands, in which nobody else uses their ports; null where the system permits none. */
const readmeNetwork = findPrivateNetwork();

/** Runs the commands of the README as they stand there. */
async function runReadme(print?: Print): Promise<void> {
  if (readmeNetwork === null)
    remarks.push(
      'SKIPPED: the README in production (unshare, ip and mount are not permitted); its other commands ran on this machine’s ports',
    );
  if (findPostgres() === null) remarks.push('SKIPPED: the README in production (no PostgreSQL on this machine)');
  for (const proxy of ['nginx', 'caddy'])
    if (findProgram(proxy) === null) remarks.push(`SKIPPED: the server behind ${proxy} (apt-get install ${proxy})`);
  if (process.getuid?.() !== 0) remarks.push('SKIPPED: the README as two users (this one is not root)');
  const filters = ['--config', 'tests/readme/vitest.config.ts'];
  await runStep('README', () => runVitest('README', filters, {}, { through: readmeNetwork ?? [], print }), print);
}

/**
 * Tests of requests alone, and those that take long: once is enough, on PostgreSQL where there is one. The long form runs
 * them on both.
 */
const onOneDatabase = findDatabaseTests(root).filter((file) => /^server\/(auth|tests\/requests)\/|\.slow\./.test(file));

/** Runs the server suite on `$TEST_DATABASE_URL`, or on a PostgreSQL cluster of its own. */
async function runServerOnPostgres(env: Record<string, string>, print?: Print): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  const binariesOfPostgres = url === undefined ? findPostgres() : null;
  if (url === undefined && binariesOfPostgres === null) {
    remarks.push(
      'SKIPPED: the server suite on PostgreSQL (no initdb and postgres on this machine, no TEST_DATABASE_URL)',
    );
    return;
  }
  const name = 'server on PostgreSQL';
  const work = async () => {
    const cluster = binariesOfPostgres === null ? null : await startPostgres(binariesOfPostgres);
    const database = { TEST_DATABASE_URL: url ?? cluster?.url ?? '' };
    try {
      return await runVitest(name, findDatabaseTests(root), { ...env, ...database }, { print });
    } finally {
      await cluster?.stop();
    }
  };
  await runStep(name, work, print);
}

/** The commands of the README wait for a third of their time: where their ports are their own, other steps run meanwhile. */
async function runPostgresReadmeAndEngines(env: Record<string, string>): Promise<void> {
  const runOthers = async (print?: Print) => {
    await runServerOnPostgres(env, print);
    await build(print);
    await runEngines(env, print);
  };
  if (readmeNetwork !== null) return runAtOnce([runOthers, (print) => runReadme(print)], printToOutput);
  await runOthers();
  await runReadme();
}

async function verify(env: Record<string, string>, withSlowTests: boolean): Promise<void> {
  // In a fresh clone this takes twice as long as the others, on one core. A second checker works out the types of the first
  // again, and two projects are checked at once anyway.
  const types = check('tsc', 'tsc', ['-b', '--checkers', '1']);
  await Promise.all([
    check('biome', 'biome', ['ci', '--error-on-warnings', '.']),
    check('knip', 'knip', []),
    // In a fresh clone every worker of the tests would make it for itself.
    freshDatabase(),
  ]);
  const projects = ['unit', 'system', ...(withSlowTests ? ['slow'] : [])].flatMap((name) => ['--project', name]);
  const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== null;
  const runsLater = form === 'all' && hasPostgres ? onOneDatabase : [];
  const filters = [...projects, ...runsLater.flatMap((file) => ['--exclude', file])];
  await Promise.all([types, runStep('unit', () => runVitest('unit', filters, env))]);
  await runStep('meters', async () => {
    const meters = compare(measure(), readLimits());
    const above = meters.filter(({ isAbove }) => isAbove);
    remarks.push(...[...meters.map(({ line }) => line), ...describeWholeRun()].map((line) => `METER ${line}`));
    failures.push(...above.map(({ line }) => `meters: ${line} (tools/meters.json)`));
    return { passed: meters.length - above.length, failed: above.length, skipped: 0 };
  });
}

/** Builds the app for the tests in browsers. */
const build = (print?: Print): Promise<void> => check('build', 'vite', ['build', '--logLevel', 'warn'], {}, print);

const [form = 'all', ...filters] = process.argv.slice(2);
if (filters.length > 0 && form !== 'browser' && form !== 'engines') {
  console.error(`only browser and engines run a part: ${form} takes no ${filters.join(' ')}`);
  process.exit(2);
}
/** Environment of each form: how long the property and fuzz tests run, and whether axe looks at every state of a journey. */
const environments: Record<string, Record<string, string>> = {
  all: { PITBOARD_FUZZ_RUNS: '100' },
  long: { PITBOARD_LONG: '1', PITBOARD_FUZZ_RUNS: '5000', PITBOARD_EVERY_STATE: '1' },
};
const env = environments[form] ?? {};
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (form === 'all') remarks.push('LEFT OUT: the recorder for Windows (npm run verify:long builds and starts it)');
if (form === 'long' && findProgram('wine') === null)
  remarks.push('SKIPPED: the recorder for Windows under Wine (apt-get install wine64 wine)');
if (process.env.PITBOARD_DATA === undefined) remarks.push('SKIPPED: tests on real captures (PITBOARD_DATA is not set)');

switch (form) {
  case 'verify':
    await verify(env, false);
    remarks.push('LEFT OUT: *.slow.test.ts, tests/faults (npm test runs them)');
    break;
  case 'browser':
    await build();
    await runPlaywright('browser', env);
    break;
  case 'engines':
    await build();
    await runEngines(env);
    break;
  case 'readme':
    await runReadme();
    break;
  case 'all':
  case 'long':
    await verify(env, true);
    await runPostgresReadmeAndEngines(env);
    await runPlaywright('browser', env);
    if (form === 'all') writeFileSync(wholeRunFile, (performance.now() / 1000).toFixed(0));
    break;
  default:
    console.error(`unknown form ${form}: all, verify, long, browser, engines or readme`);
    process.exit(2);
}

writeFileSync(join(reports, 'durations.json'), JSON.stringify(durations, null, 1));
if (durations.length > 0) console.log(`The longest tests:\n${longest(durations, 30).join('\n')}`);
for (const remark of remarks) console.log(remark);
for (const failure of failures) console.log(`FAILED ${failure}`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
