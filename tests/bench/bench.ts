import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { dropDatabases } from '../../server/tests/support/databases.ts';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { precacheLimit } from '../../tools/build/precache-size.ts';
import { driver, upload } from '../fixtures/session.ts';
import { findPostgres, startPostgres } from '../postgres.ts';
import { accountWaits } from './accounts.ts';
import { chartTimes } from './charts.ts';
import { editorTimes } from './editor.ts';
import { type FirstVisit, firstVisits } from './first-visit.ts';
import { liveBytes } from './live-bytes.ts';
import { fanOut, growth } from './live-fan-out.ts';
import { restartStorm, slowViewers } from './live-storm.ts';
import { liveTable } from './live-table.ts';
import { alternate, load } from './load.ts';
import { memoryPeaks } from './memory.ts';
import { coldStarts, precacheSize, storedOpens } from './offline.ts';
import { pictureTimes } from './pictures.ts';
import { aRace } from './race.ts';
import { growingReads, publicReads } from './reads.ts';
import { recorderRows } from './recorder.ts';
import { replayTimes } from './replay.ts';
import { type MeasuredRuns, measurePostgresRetention, measureRetention } from './retention.ts';
import { insertSessionRows } from './rows.ts';
import { serverStarts } from './server-start.ts';
import { signInTimes } from './sign-in.ts';
import { standingsTime } from './standings.ts';

const root = join(import.meta.dirname, '../..');
const results: { what: string; value: string; bar: string; isMet: boolean }[] = [];

function report(what: string, ratio: number, bar: number, detail: string): void {
  results.push({ what, value: `${ratio.toFixed(2)} x (${detail})`, bar: `≤ ${bar} x`, isMet: ratio <= bar });
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** The gzipped size of the chunks with some modules, and of everything that they import statically. */
function sizeOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): number {
  const seen = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || seen.has(chunk)) return;
    seen.add(chunk);
    for (const next of chunk.imports) visit(chunks.find(({ fileName }) => fileName === next));
  };
  for (const module of modules) {
    const holds = ({ moduleIds, facadeModuleId }: Rolldown.OutputChunk) =>
      [...moduleIds, facadeModuleId].some((id) => id?.endsWith(`/${module}`));
    const chunk = chunks.find(holds);
    if (chunk === undefined) throw new Error(`The build has no chunk with ${module}`);
    visit(chunk);
  }
  return [...seen].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

/** Builds an app, and returns its scripts. */
async function chunksOf(options: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({ root, logLevel: 'error', ...options });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs.flatMap((each) => ('output' in each ? each.output : [])).filter((file) => file.type === 'chunk');
}

async function bundleSizes(): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  const app = await chunksOf({ build: { outDir: join(outDir, 'app'), emptyOutDir: true } });
  const entry = "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null);";
  const baselinePlugin = {
    name: 'baseline',
    resolveId: (id: string) => (id === 'baseline.js' ? join(root, 'baseline.js') : null),
    load: (id: string) => (id === join(root, 'baseline.js') ? entry : null),
  };
  const alone = await chunksOf({
    configFile: false,
    publicDir: false,
    plugins: [baselinePlugin],
    build: { outDir: join(outDir, 'baseline'), emptyOutDir: true, rollupOptions: { input: 'baseline.js' } },
  });
  const baseline = alone.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  const shell = sizeOf(app, ['index.html']);
  report('shell JS, gz, against react-dom alone', shell / baseline, 2, `${kilobytes(shell)} : ${kilobytes(baseline)}`);
  rmSync(outDir, { recursive: true, force: true });
}

/** The charts of a whole race of 22 cars, on a phone that is four times slower than this machine. */
async function charts(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { tab, charts: drawing, move, laps } = await chartTimes(9);
  const milliseconds = (what: string, value: number, bar: number, detail = '') =>
    results.push({
      what: `${what}, 22 cars and ${laps} laps, CPU slowed down 4 x`,
      value: `${value.toFixed(0)} ms${detail}`,
      bar: `≤ ${bar} ms`,
      isMet: value <= bar,
    });
  milliseconds(
    'tasks of drawing the charts of a race',
    drawing,
    100,
    ` of ${tab.toFixed(0)} ms for its whole first tab`,
  );
  milliseconds('tasks of a move of the lap cursor', move, 16);
}

async function cachedSession(): Promise<void> {
  const server = await openTestServer();
  const race = aRace();
  const { id } = await server.get('createSession', { as: 'Bench', body: race });
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const ours = `${address}/api/Sessions/session/${id}`;
  const headers = { 'accept-encoding': 'br' };
  const bytes = (await server.call('getSession', { params: { id }, headers })).rawPayload;
  const plain = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'br',
      'content-length': bytes.length,
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const bound = plain.address();
  const baseline = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`;
  const { one, other } = await alternate(
    9,
    () => load(ours, 1_500, headers),
    () => load(baseline, 1_500, headers),
  );
  const detail = `${(one * 1_000).toFixed(0)} : ${(other * 1_000).toFixed(0)} µs of CPU a request with its client, ${kilobytes(bytes.length)} of br`;
  report('finished session from the response cache against node:http sending the same bytes', one / other, 1.5, detail);
  plain.closeAllConnections();
  await new Promise((resolve) => plain.close(resolve));
  await server.close();
}

async function listServer(count: number): Promise<TestServer> {
  const server = await openTestServer();
  const body = upload({ drivers: [driver({ finishingPosition: 1 })] });
  const { id } = await server.get('createSession', { as: 'Bench', body });
  await insertSessionRows(server.storage, count - 1, id);
  return server;
}

function timeOfList(server: TestServer): () => Promise<number> {
  return async () => {
    const start = performance.now();
    for (let index = 0; index < 20; index += 1) await server.get('listSessions');
    return (performance.now() - start) / 20;
  };
}

async function longList(): Promise<void> {
  const [few, many] = [await listServer(100), await listServer(10_000)];
  const { one, other } = await alternate(9, timeOfList(many), timeOfList(few));
  const detail = `${one.toFixed(1)} : ${other.toFixed(1)} ms`;
  report('list of 100 among 10,000 sessions against among 100', one / other, 3, detail);
  await few.close();
  await many.close();
}

/** Public reads from the response cache, and the first ones after a write. */
async function reads(): Promise<void> {
  await build({ root, logLevel: 'error' });
  await readsOf('');
  const binaries = findPostgres();
  if (binaries === null) return console.log('SKIPPED: reads on PostgreSQL (there is none on this machine)');
  const cluster = await startPostgres(binaries);
  process.env.TEST_DATABASE_URL = cluster.url;
  try {
    await readsOf('PostgreSQL: ');
  } finally {
    delete process.env.TEST_DATABASE_URL;
    await dropDatabases();
    await cluster.stop();
  }
}

/** `on` is a prefix of the label. */
async function readsOf(on: string): Promise<void> {
  const { kept, first, written, unwritten } = await publicReads();
  for (const { what, ours, plain, bytes } of kept) {
    const times = `${(ours * 1_000).toFixed(0)} : ${(plain * 1_000).toFixed(0)} µs of CPU a request with its client`;
    report(
      `${on}${what} against node:http sending the same bytes`,
      ours / plain,
      2,
      `${times}, ${kilobytes(bytes)} of br`,
    );
  }
  results.push({
    what: `${on}first read of a season of 24 events, 48 sessions and 22 drivers after a write`,
    value: `${first.toFixed(1)} ms of CPU with its client`,
    bar: '≤ 40 ms',
    isMet: first <= 40,
  });
  const late = `${written.toFixed(1)} : ${unwritten.toFixed(1)} ms`;
  report(`${on}p99 of 50 readers of a season that is written once a second`, written / unwritten, 5, late);
  const counts = [100, 10_000, 100_000];
  for (const [what, times] of await growingReads(counts)) {
    const detail = times.map((time, index) => `${counts[index]}: ${time.toFixed(1)} ms`).join(', ');
    report(
      `${on}${what}, not kept, among 100,000 sessions against 100`,
      (times.at(-1) ?? 0) / (times[0] ?? 1),
      3,
      detail,
    );
  }
}

/** `npm start` with a kept build and the demo, with a live race. */
async function server(): Promise<void> {
  const { ours, bare } = await serverStarts(3);
  const time = `${(ours.time / 1_000).toFixed(2)} : ${(bare.time / 1_000).toFixed(2)} s`;
  results.push({
    what: 'server start with a kept build, against node:http with the same database',
    value: `${(ours.time / bare.time).toFixed(2)} x (${time})`,
    bar: '≤ 2 s',
    isMet: ours.time <= 2_000,
  });
  const memory = `${ours.memory.toFixed(0)} : ${bare.memory.toFixed(0)} MB`;
  report('server idle memory against node:http with the same database', ours.memory / bare.memory, 1.5, memory);
}

/** The table of docs/hosting.md. */
async function memory(): Promise<void> {
  for (const { what, peak, bar } of await memoryPeaks())
    results.push({
      what: `memory of ${what}`,
      value: `${peak.toFixed(0)} MB at most`,
      bar: `≤ ${bar} MB`,
      isMet: peak <= bar,
    });
}

async function standings(): Promise<void> {
  const time = standingsTime();
  const what = 'standings of 24 events with 22 drivers';
  results.push({ what, value: `${time.toFixed(2)} ms`, bar: '≤ 5 ms', isMet: time <= 5 });
}

async function signIn(): Promise<void> {
  const { p, known, unknown, answers } = await signInTimes();
  results.push({
    what: 'an unknown address against a wrong password, 1,000 sign-ins each',
    value: `p = ${p.toFixed(3)} (${known.toFixed(2)} : ${unknown.toFixed(2)} ms, ${answers} answer)`,
    bar: 'p > 0.01 and one answer',
    isMet: p > 0.01 && answers === 1,
  });
}

async function accountTimes(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { identity, recovery, signOut } = await accountWaits(5);
  const seconds = (what: string, milliseconds: number, bar: number) =>
    results.push({
      what,
      value: `${(milliseconds / 1_000).toFixed(2)} s`,
      bar: `≤ ${bar} s`,
      isMet: milliseconds <= bar * 1_000,
    });
  seconds('cold start with an expired token and no network, until the user name is shown', identity, 1.5);
  seconds('network back, until the session is refreshed', recovery, 2);
  seconds('sign-out in one tab, until the other tab is signed out', signOut, 2);
}

async function offline(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { files, bytes } = precacheSize(join(root, 'dist'));
  results.push({
    what: 'precache of the service worker, as transferred with Brotli',
    value: `${kilobytes(bytes)} in ${files} files`,
    bar: `≤ ${precacheLimit / 1_000} kB`,
    isMet: bytes <= precacheLimit,
  });
  const milliseconds = (one: number, other: number) => `${one.toFixed(1)} : ${other.toFixed(1)} ms`;
  const start = await coldStarts(7);
  const startDetail = milliseconds(start.ours, start.baseline);
  report(
    'cold start without a network against a bare Workbox and React page',
    start.ours / start.baseline,
    2.2,
    startDetail,
  );
  const open = await storedOpens();
  const stored = `${milliseconds(open.ours, open.text)}, ${kilobytes(open.bytes)} of JSON`;
  report('opening a stored race against JSON.parse of its text from IndexedDB', open.ours / open.text, 3, stored);
  const prefetched = milliseconds(open.prefetched, open.baseline);
  report(
    'the same after a prefetch against JSON.parse of a text in memory',
    open.prefetched / open.baseline,
    3,
    prefetched,
  );
  // Without a bar: any read of IndexedDB takes this long.
  const times = (one: number) => `${(one / open.baseline).toFixed(2)} x`;
  console.log(
    `\nagainst JSON.parse in memory: a stored race ${times(open.ours)}, its text from IndexedDB ${times(open.text)}, ` +
      `an empty text from IndexedDB ${times(open.empty)}`,
  );
}

/** A stored race of 20 cars watched again, on a phone that is four times slower than this machine. */
async function replay(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { start, result, longTasks, moves } = await replayTimes(5, 60);
  const row = (what: string, value: string, bar: string, isMet: boolean) =>
    results.push({ what: `${what}, 20 cars, CPU slowed down 4 x`, value, bar, isMet });
  const starts = `${start.toFixed(0)} ms, its table of results ${result.toFixed(0)} ms`;
  row('opening a stored race at a moment without a network', starts, '≤ 1000 ms', start <= 1_000);
  const tasks = `${longTasks.length} of 50 ms and more, the longest ${Math.max(0, ...longTasks).toFixed(0)} ms`;
  row('tasks in a minute at 16 x', tasks, 'none', longTasks.length === 0);
  const [median, late] = moves;
  const move = `${median.toFixed(0)} ms, 95 % ≤ ${late.toFixed(0)} ms`;
  row('a move of the time bar with its picture', move, '≤ 16 ms', median <= 16);
}

/** A season of 24 events, 40 drivers and 200 sessions in its editor, on a device that is four times slower. */
async function editor(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { opening, loading, preview, previewTask } = await editorTimes(5);
  const milliseconds = (what: string, value: number) =>
    results.push({
      what: `${what}, 24 events, 40 drivers, 200 sessions, CPU slowed down 4 x`,
      value: `${value.toFixed(0)} ms`,
      bar: '≤ 100 ms',
      isMet: value <= 100,
    });
  milliseconds('longest task of opening the editor of a season by its link', opening);
  milliseconds('longest task of loading the editor of a season', loading);
  milliseconds('tap that completes a ruling, until its preview is painted', preview);
  milliseconds('longest task of that preview', previewTask);
}

async function live(): Promise<void> {
  const { full, table, decode, changes, parse } = await liveBytes();
  const rate = (what: string, bytes: number, bar: number) => {
    const isMet = bytes <= bar;
    results.push({ what, value: `${(bytes / 1_000).toFixed(2)} kB/s`, bar: `≤ ${bar / 1_000} kB/s`, isMet });
  };
  rate('a viewer of 22 cars, everything', full, 2_500);
  rate('a viewer of 22 cars, the table', table, 700);
  const times = `${decode.toFixed(2)} : ${parse.toFixed(2)} µs; as objects, once for each picture, ${changes.toFixed(2)} µs`;
  report(
    'the numbers of a frame, read into columns, against JSON.parse of the same changes',
    decode / parse,
    0.125,
    times,
  );
  const { ours, plain } = await fanOut(2_000);
  const cpu = `${ours.toFixed(2)} : ${plain.toFixed(2)} µs of CPU a message`;
  report(
    'a message to 2,000 viewers, encoded and sent, against sending the same bytes with ws',
    ours / plain,
    0.9,
    cpu,
  );
  const counts = [500, 1_000, 2_000, 4_000];
  const grown = await growth(counts);
  results.push({
    what: 'growth of the CPU of a tick with its viewers',
    value: `slope ${grown.slope.toFixed(2)} (${counts.map((count, index) => `${count}: ${grown.cpu[index]?.toFixed(1)} ms`).join(', ')})`,
    bar: 'slope ≤ 1.1',
    isMet: grown.slope <= 1.1,
  });
  const { withSlow, without, cut } = await slowViewers();
  const late = `${withSlow.toFixed(1)} : ${without.toFixed(1)} ms, ${(cut * 100).toFixed(0)} % of those were cut`;
  report('p99 of 90 viewers while 10 others do not read large changes', withSlow / without, 1.2, late);
  const { seconds, most } = await restartStorm();
  results.push({
    what: '99 % of 1,000 viewers are back after the server was killed and started again',
    value: `${seconds.toFixed(1)} s, at most ${most} in one second`,
    bar: '≤ 15 s',
    isMet: seconds <= 15,
  });
}

/** A race of 22 cars, ten changes a second, on a phone that is four times slower than this machine. */
async function livePage(): Promise<void> {
  await build({ root, logLevel: 'error' });
  const { ours, baseline, longest, load: loads, tabs } = await liveTable(20);
  const tasks = `${ours.toFixed(0)} : ${baseline.toFixed(0)} ms of CPU a second`;
  report('live page of 22 cars, CPU slowed down 4 x, against memoised React rows', ours / baseline, 1.5, tasks);
  results.push({
    what: 'longest task of that page in 20 s',
    value: longest === 0 ? 'none of 50 ms' : `${longest.toFixed(0)} ms`,
    bar: 'none of 50 ms',
    isMet: longest === 0,
  });
  for (const [screen, { needed, later }] of Object.entries(loads)) {
    results.push({
      what: `first load of a live page on a ${screen}: scripts, styles and snapshot, gz`,
      value: `${kilobytes(needed)}, and ${kilobytes(later)} for what comes later`,
      bar: '≤ 150 kB',
      isMet: needed <= 150_000,
    });
  }
  for (const [delay, { shown, hidden }] of tabs)
    results.push({
      what: `CPU of a live page behind another tab, with a delay of ${delay} s, all threads of its process`,
      value: `${(hidden / 10).toFixed(2)} % of a core (${(shown / 10).toFixed(2)} % in front)`,
      bar: '≤ 1 %',
      isMet: hidden <= 10,
    });
}

const rowsOfRetention = { sessions: 100_000, accounts: 5_000, tokens: 1_000_000, expired: 900_000 };

/** Expired rows are deleted beside readers, and the disk gets their space back. */
async function retention(): Promise<void> {
  const { besideVacuum, sizes, ...measured } = await measureRetention(rowsOfRetention);
  const [before = 0, vacuumed = 0, rewritten = 0] = sizes.map((size) => size / 1e6);
  reportRuns('', measured);
  reportTime('longest wait of a read beside the vacuums after them', besideVacuum, 1_000);
  results.push({
    what: 'disk of the database after the second vacuum, nine of ten tokens deleted',
    value: `${rewritten.toFixed(0)} MB, ${vacuumed.toFixed(0)} MB after the first one, ${before.toFixed(0)} MB before`,
    bar: '≤ half of before',
    isMet: rewritten <= before / 2,
  });
}

/** Pictures for chats and previews of links. */
async function pictures(): Promise<void> {
  for (const { name, milliseconds } of await pictureTimes())
    results.push({
      what: `CPU time of a picture (${name})`,
      value: `${milliseconds.toFixed(0)} ms`,
      bar: '≤ 150 ms',
      isMet: milliseconds <= 150,
    });
}

/** Multiples of the bare page's work that first visits may take. */
const visitBars: Readonly<Record<string, number>> = { FAQ: 1.8, home: 2.2, session: 2.5, season: 2.5 };

async function firstVisitTimes(): Promise<void> {
  const [bare, ...pages] = await firstVisits(5);
  const rounded = (numbers: readonly number[]) => numbers.map((number) => number.toFixed(0)).join(' ');
  const detailOf = ({ runs }: Pick<FirstVisit, 'runs'>) =>
    `${rounded(runs.map(({ busy }) => busy))} ms busy, ${rounded(runs.map(({ blocked }) => blocked))} ms blocked, ` +
    `${runs[0]?.requests} requests`;
  if (bare !== undefined) console.log(`bare page: ${detailOf(bare)}`);
  for (const { page, ratio, runs } of pages)
    report(`main-thread time of a first visit: ${page}`, ratio, visitBars[page] ?? 0, detailOf({ runs }));
}

async function retentionOnPostgres(): Promise<void> {
  const binaries = findPostgres();
  if (binaries === null) return console.log('SKIPPED: retention on PostgreSQL (there is none on this machine)');
  const cluster = await startPostgres(binaries, { isDurable: true });
  const { sizes, vacuums, ...measured } = await measurePostgresRetention(rowsOfRetention, cluster.url).finally(() =>
    cluster.stop(),
  );
  reportRuns('PostgreSQL: ', measured);
  const [vacuum = 0, fullVacuum = 0] = vacuums;
  const [before, deleted, vacuumed, rewritten] = sizes.map(({ tokens }) => tokens / 1e6);
  const rest = [before, deleted, vacuumed].map((size) => size?.toFixed(0)).join(', ');
  const of = `${rest} MB before, after the runs and after a vacuum of ${vacuum.toFixed(0)} ms`;
  const whole = sizes.map(({ database }) => (database / 1e6).toFixed(0)).join(', ');
  results.push({
    what: 'PostgreSQL: refresh tokens with their indexes after a full vacuum, nine of ten deleted',
    value: `${rewritten?.toFixed(0)} MB, by ${fullVacuum.toFixed(0)} ms; ${of}; the whole database ${whole} MB`,
    bar: '≤ a quarter of before',
    isMet: (rewritten ?? 0) <= (before ?? 0) / 4,
  });
}

/** `on` is a prefix of the labels. */
function reportRuns(on: string, { start, run, slice, runs, deleted, besideRuns }: MeasuredRuns): void {
  reportTime(`${on}server start`, start, 5_000);
  const all = ` in all, its longest transaction ${slice.toFixed(0)} ms; ${runs} runs deleted ${deleted} rows`;
  reportTime(`${on}longest run that deletes what has expired`, run, 1_000, all);
  reportTime(`${on}longest wait of a read beside these runs`, besideRuns, 250);
}

function reportTime(what: string, value: number, bar: number, detail = ''): void {
  results.push({
    what: `${what}, among 100,000 sessions, 5,000 accounts and 1,000,000 refresh tokens`,
    value: `${value.toFixed(0)} ms${detail}`,
    bar: `≤ ${bar} ms`,
    isMet: value <= bar,
  });
}

async function recorder(): Promise<void> {
  results.push(...(await recorderRows()));
}

const benches = {
  bundle: bundleSizes,
  session: cachedSession,
  list: longList,
  reads,
  server,
  memory,
  standings,
  'sign-in': signIn,
  accounts: accountTimes,
  offline,
  'first-visit': firstVisitTimes,
  editor,
  charts,
  replay,
  pictures,
  live,
  'live-page': livePage,
  recorder,
  retention,
  'retention-postgres': retentionOnPostgres,
};
const selected = process.argv.slice(2);
console.log(`node ${process.version}, medians of alternating rounds\n`);
let printed = 0;
// `live` selects `live-page` too, and `retention` both of these.
for (const [name, bench] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.some((start) => name.startsWith(start))) continue;
  await bench();
  // All of them take long, so each is printed once it is known.
  for (const { what, value, bar, isMet } of results.slice(printed))
    console.log(`${isMet ? 'ok  ' : 'OVER'}  ${what}\n      ${value}, bar ${bar}`);
  printed = results.length;
}
await dropDatabases();
process.exitCode = results.every((result) => result.isMet) ? 0 : 1;
