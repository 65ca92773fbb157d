import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { Track } from '#contract/enumerations';
import { encodeFrame, readFrames } from '../../recorder/captures/frames.ts';
import { Recorder } from '../../recorder/recorder.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { buildServerWhenStale } from '../../server/web/build-app.ts';
import { bundleRecorder } from '../../tools/build/recorder-download.ts';
import { openTcpProxy } from '../browser/tcp-proxy.ts';
import { ServerProcess } from '../faults/server-process.ts';
import { freePort } from '../postgres.ts';
import { RecorderProcess } from '../recorder/recorder-process.ts';
import { createField } from '../simulator/field.ts';
import { racePackets, type TimedDatagram } from '../simulator/packets/race-packets.ts';
import { createRandom } from '../simulator/random.ts';
import { createSimulatedRace } from '../simulator/simulated-race.ts';
import type { MemoryReport } from './recorder-memory.ts';

const cars = 22;
const rate = 60;

/** A race of so many minutes, as the game sends it. */
function* packetsOf(minutes: number, packetRate = rate): Generator<TimedDatagram> {
  const field = createField(createRandom('bench'), cars);
  const race = createSimulatedRace({
    seed: 'bench',
    track: Track.Monza,
    field,
    startsAt: '2026-05-01T18:00:00.000Z',
    minutes,
  });
  yield* racePackets(race, { format: 2025, rate: packetRate });
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The CPU time of this process since then, in ms. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** A recorder without a network. */
function openRecorder(folder: string, now: () => number): Recorder {
  const spool = new Spool(join(folder, 'spool'));
  return new Recorder({ spool, destination: () => null, live: null, now, say: () => undefined });
}

interface LiveCost {
  /** The share of one core. */
  readonly cpuShare: number;
  /** To the server, a second. */
  readonly bytes: number;
  readonly packets: number;
}

/** The downloaded recorder for `seconds` of a race that it shows live, as the game sends it. */
function liveCost(seconds: number): Promise<LiveCost> {
  return inFolder(async (folder) => {
    await buildServerWhenStale();
    await bundleRecorder({ outDir: folder, fileName: 'recorder.mjs', format: 'es' });
    const server = await ServerProcess.start({ dataDir: join(folder, 'data') });
    const port = await freePort();
    const proxy = await openTcpProxy(port, Number(new URL(server.base).port));
    const recorder = await RecorderProcess.start(await freePort(), {
      server: `http://127.0.0.1:${port}`,
      token: await server.token('Bench'),
      folder: join(folder, 'recorder'),
      script: join(folder, 'recorder.mjs'),
    });
    const settling = 10;
    const packets = takeSeconds(packetsOf(4), settling + seconds);
    const begun = performance.now();
    let [before, sentBefore, counted]: [number, number, number] = [0, 0, 0];
    for (const { time, datagram } of packets) {
      if (before === 0 && time >= settling * 1_000) [before, sentBefore] = [cpuTimeOf(recorder), proxy.sent()];
      const left = time - (performance.now() - begun);
      if (left > 1) await sleep(left);
      recorder.send(datagram);
      if (before !== 0) counted += 1;
    }
    const elapsed = (performance.now() - begun) / 1_000 - settling;
    const [cpu, bytes] = [cpuTimeOf(recorder) - before, proxy.sent() - sentBefore];
    await recorder.end('SIGTERM');
    await proxy.close();
    await server.end('SIGTERM');
    return { cpuShare: cpu / elapsed, bytes: bytes / elapsed, packets: counted / elapsed };
  });
}

function takeSeconds(packets: Iterable<TimedDatagram>, seconds: number): TimedDatagram[] {
  const taken: TimedDatagram[] = [];
  for (const packet of packets) {
    if (packet.time > seconds * 1_000) break;
    taken.push(packet);
  }
  return taken;
}

/** The CPU time of a process so far, in s: fields 14 and 15 of Linux, in hundredths. */
function cpuTimeOf({ child }: RecorderProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** How many times faster than the game a race is recorded, from its packets to the disk. */
function recordingRate(): Promise<number> {
  return inFolder(async (folder) => {
    const packets = [...packetsOf(4)];
    let now = 0;
    const recorder = openRecorder(folder, () => now);
    const start = process.cpuUsage();
    for (const { time, datagram } of packets) {
      now = time;
      recorder.receive(datagram, time);
    }
    const elapsed = millisecondsSince(start);
    recorder.close();
    return (packets.at(-1)?.time ?? 0) / elapsed;
  });
}

/** The time that a capture of the real game takes, with its unpacking, in s; null where there is none. */
function captureTime(): Promise<{ readonly seconds: number; readonly recorded: number } | null> {
  const file = join(process.env.PITBOARD_DATA ?? '', 'udp/f1_23_league_austin_q2_477s.cap.gz');
  if (!existsSync(file)) return Promise.resolve(null);
  return inFolder(async (folder) => {
    let now = 0;
    const recorder = openRecorder(folder, () => now);
    const start = process.cpuUsage();
    for await (const { time, datagram } of readFrames(file)) {
      now = time;
      recorder.receive(datagram, time);
    }
    recorder.end();
    const seconds = millisecondsSince(start) / 1_000;
    recorder.close();
    return { seconds, recorded: now / 1_000 };
  });
}

/** The memory of a recorder after a race of two hours. Two packets of each kind a second have all of its laps. */
function memoryAfterRace(): Promise<MemoryReport> {
  return inFolder(async (folder) => {
    const capture = join(folder, 'race.cap.gz');
    const frames = Readable.from(packetsOf(120, 2)).map(encodeFrame);
    await pipeline(frames, createGzip({ level: 1 }), createWriteStream(capture));
    const script = join(import.meta.dirname, 'recorder-memory.ts');
    const words = ['--expose-gc', '--import', import.meta.resolve('tsx'), script, capture, folder];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    return JSON.parse(stdout) as MemoryReport;
  });
}

/** The rows of the recorder in the report. Times are those of the CPU. */
export async function recorderRows() {
  const { cpuShare, bytes, packets } = await liveCost(30);
  const rate = await recordingRate();
  const capture = await captureTime();
  if (capture === null) console.log('SKIPPED: a capture of the real game (PITBOARD_DATA is not set)');
  const memory = await memoryAfterRace();
  const row = (what: string, value: string, bar: string, isMet: boolean) => ({ what, value, bar, isMet });
  return [
    row(
      'the recorder in a live race of 22 cars at 60 Hz',
      `${(cpuShare * 100).toFixed(1)} % of a core for ${packets.toFixed(0)} packets a second`,
      '≤ 25 %',
      cpuShare <= 0.25,
    ),
    // A quarter of the budget of a recorder.
    row('what it sends to the server', `${(bytes / 1_000).toFixed(1)} kB a second`, '≤ 64 kB', bytes <= 64_000),
    row('such a race recorded as fast as possible', `${rate.toFixed(0)} x real time`, '≥ 50 x', rate >= 50),
    ...(capture === null
      ? []
      : [
          row(
            `a capture of the real game of ${capture.recorded.toFixed(0)} s`,
            `${capture.seconds.toFixed(1)} s`,
            '≤ 10 s',
            capture.seconds <= 10,
          ),
        ]),
    row(
      `the recorder’s process after a race of ${memory.hours.toFixed(1)} hours, against one before it`,
      `${memory.resident.toFixed(1)} MB more, ${memory.heap.toFixed(1)} MB of them in use, for ${memory.laps} laps`,
      '≤ 64 MB, ≤ 8 MB',
      memory.resident <= 64 && memory.heap <= 8,
    ),
  ];
}
