// One piece: the command connects the parts, from its settings to its end.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '#contract/json/fields-of';
import { ServerRefused } from './call-server.ts';
import { type CaptureWriter, openCaptureWriter } from './captures/capture-writer.ts';
import { NotACapture } from './captures/pcap.ts';
import { pair, TokenStore } from './pairing.ts';
import { extentOf, playCapture } from './play-capture.ts';
import { Recorder } from './recorder.ts';
import { endSentence } from './sentence.ts';
import { readSettings, type Settings, usage, WrongSettings } from './settings.ts';
import { Spool } from './spool/spool.ts';
import { reasonOf } from './status/advice.ts';
import { listOwnAddresses } from './status/own-addresses.ts';
import { servePage } from './status/page-server.ts';
import { createStatusReader } from './status/status.ts';
import { Terminal } from './status/terminal.ts';
import { openReceiver, PortUnusable, TargetUnknown } from './udp-receiver.ts';

/** How often the terminal shows the status, in ms. */
const statusInterval = 1_000;
/** The timeout of uploads after a recording is replayed, in ms. */
const longestUpload = 60_000;

/** The clock of received packets: that of this computer, or that of a recording, which ends with it. */
async function createClock({
  replay,
  speed,
}: Settings): Promise<{ now: () => number; timeOf: (time: number) => number }> {
  if (replay === null) return { now: Date.now, timeOf: Date.now };
  const { duration, startedAt } = await extentOf(replay);
  // A kept recording has the time of its race.
  const start = (speed === 1 ? null : startedAt) ?? Date.now() - duration * (1 - 1 / speed);
  let last = start;
  const timeOf = (time: number) => {
    last = Math.round(start + time);
    return last;
  };
  return { now: () => last, timeOf };
}

async function run(settings: Settings): Promise<void> {
  const { code, replay, key, delaySeconds, useTcp, isLive, folder, save } = settings;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new TokenStore(folder);
  let { server } = settings;
  const terminal = new Terminal(process.stdout);
  if (code !== null) {
    const { userName } = await pair(server, code, store);
    terminal.print(`connected to the account of ${userName ?? 'a user without a name'}`);
  }
  let token = settings.token ?? store.read(server);
  const clock = await createClock(settings);
  const recorder = new Recorder({
    spool: new Spool(join(folder, replay === null ? 'spool' : 'spool-of-replays'), { isOfReplays: replay !== null }),
    destination: () => (token === null ? null : { server, token, sessionKey: key }),
    live: isLive ? { delaySeconds, useTcp, ...(key === null ? {} : { key }) } : null,
    now: clock.now,
    say: (text) => terminal.print(text),
  });
  const writer = save === null ? null : openCaptureWriter(save);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const receive = receiverOf(recorder, writer, clock.timeOf);
  const source =
    replay === null
      ? await openReceiver({ ...settings, onDatagram: (datagram) => receive(datagram, Date.now()) })
      : null;
  recorder.open();
  const status = createStatusReader({
    recorder,
    server: () => server,
    hasToken: () => token !== null,
    port: source?.port ?? settings.port,
    addresses: listOwnAddresses,
    isLive,
    isReplaying: replay !== null,
  });
  const page =
    settings.pagePort === 0
      ? null
      : await servePage({
          port: settings.pagePort,
          status: () => status(Date.now()),
          pair: async (given) => {
            try {
              ({ server, token } = await pair(given.server, given.code, store));
            } catch (error) {
              if (error instanceof ServerRefused) return error.message;
              throw error;
            }
            recorder.retry();
            return null;
          },
        });
  if (page !== null) terminal.print(`status and what to set in the game: ${page.address}`);
  const timer = setInterval(() => {
    // The command may have been started a second time with a code.
    const stored = token === null || recorder.tokenRefusal !== null ? store.read(server) : null;
    if (stored !== null && stored !== token) {
      token = stored;
      recorder.retry();
    }
    terminal.showStatus(status(Date.now()));
  }, statusInterval);
  try {
    if (replay === null)
      await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
    else await playAll(settings, replay, recorder, receive, stopping.signal);
  } finally {
    clearInterval(timer);
    terminal.showStatus(status(Date.now()));
    terminal.end();
    recorder.close();
    await Promise.all([source?.close(), page?.close(), writer?.close()]);
  }
  if (writer?.failure() != null) throw new WrongSettings(`--save ${save}: ${writer.failure()}`);
}

function receiverOf(recorder: Recorder, writer: CaptureWriter | null, timeOf: (time: number) => number) {
  let first: number | null = null;
  return (datagram: Uint8Array, time: number) => {
    first ??= time;
    writer?.write({ time: time - first, datagram });
    recorder.receive(datagram, timeOf(time));
  };
}

async function playAll(
  { speed }: Settings,
  path: string,
  recorder: Recorder,
  receive: (datagram: Uint8Array, time: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await playCapture(path, { speed, signal, onFrame: ({ datagram, time }) => receive(datagram, time) });
  if (signal.aborted) return;
  recorder.end();
  const until = performance.now() + longestUpload;
  while (recorder.hasDestination && recorder.storage.uploads > 0 && performance.now() < until && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (recorder.storage.uploads > 0)
    throw new WrongSettings(
      `not uploaded: ${endSentence(recorder.storage.uploadFailure ?? 'there is no token')} It is tried again at the next start`,
    );
  const { stored, failures } = recorder.outcomes;
  if (failures.length > 0) throw new NotStored(`${stored === 0 ? 'nothing' : 'not all of it'} was stored: see above`);
  if (stored === 0) throw new NotStored(`nothing was stored: ${reasonOf(recorder.reception())}`);
}

/** The server has not all of what was played. */
class NotStored extends Error {}

async function main(): Promise<void> {
  try {
    const settings = readSettings(process.argv.slice(2), process.env);
    if (settings === 'help') console.log(usage);
    else await run(settings);
  } catch (error) {
    const isExpected =
      error instanceof WrongSettings ||
      error instanceof PortUnusable ||
      error instanceof TargetUnknown ||
      error instanceof ServerRefused ||
      error instanceof NotACapture ||
      error instanceof NotStored ||
      typeof fieldsOf(error).code === 'string';
    console.error(isExpected && error instanceof Error ? error.message : error);
    process.exitCode = error instanceof WrongSettings ? 2 : 1;
    await waitForReader();
  }
}

/** The window that Windows opens for a double-click closes with the program, before anybody has read why. */
async function waitForReader(): Promise<void> {
  const isDoubleClicked = process.platform === 'win32' && process.argv.length <= 2 && process.stdin.isTTY;
  if (!isDoubleClicked) return;
  console.error('Press Enter to close this window.');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

// Without `await`: the program for Windows is a script, where only functions may wait.
void main();
