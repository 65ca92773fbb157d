import { describe, expect, test } from 'vitest';
import { ResultStatus } from '#contract/enumerations';
import { treeOf } from '#contract/live/document';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import type { PublisherReply } from '#contract/live/publisher-messages';
import { toDocument } from '#contract/live/to-document';
import { viewOf } from '#contract/live/view';
import fc from '#tests/fast-check';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { registration, Viewer } from '../tests/support/live-viewer.ts';
import { LiveRace } from './live-race.ts';
import type { Message } from './message.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

const document = toDocument(upload({ drivers: [driver({ position: 1, resultStatus: ResultStatus.Active })] }));
const empty = { epoch: 1, seq: 0, document: null, dataAt: null };

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('patch' as const), value: fc.integer({ min: 0, max: 60 }) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('tick' as const), value: fc.constantFrom(100, 100, 1_200) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom('take' as const, 'drop' as const, 'repeat' as const, 'swap' as const),
        value: fc.constant(0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'cut' as const,
          'lose' as const,
          'repeatPatch' as const,
          'epoch' as const,
          'restart' as const,
        ),
        value: fc.constant(0),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

const keyOf = ({ position }: Viewer) => `${position?.epoch}.${position?.seq}`;

const kinds: readonly ConstructorParameters<typeof Viewer>[] = [
  ['full', 'binary'],
  ['table', 'binary'],
  ['full', 'json'],
  ['table', 'json'],
  ['full', 'binary', true],
];

/** A hub live race, its recorder and its viewers. */
class Fixture {
  now = 0;
  epoch = 1;
  seq = 0;
  liveRace = new LiveRace(registration, empty, 0);
  readonly viewers = kinds.map((kind) => new Viewer(...kind));
  /** Viewers on a good line, and their documents at each position. */
  readonly #witnesses = kinds.map(([view]) => new Viewer(view, 'json'));
  readonly #truth = kinds.map(() => new Map<string, Tree>());
  /** The document of the recorder. */
  expected: Tree = {};
  #hasGap = false;
  #sent = 0;
  readonly #replies: PublisherReply[] = [];
  readonly #recorder = { send: (reply: PublisherReply) => this.#replies.push(reply), close: () => undefined };

  constructor() {
    this.#snapshot();
    for (const viewer of [...this.viewers, ...this.#witnesses]) viewer.connect(this.liveRace, this.now);
  }

  /** A synchronized viewer has the server's document at its position. */
  check(): void {
    for (const [index, witness] of this.#witnesses.entries()) {
      while (witness.queue.length > 0) {
        witness.take(this.liveRace, this.now);
        if (witness.isSynced) this.#truth[index]?.set(keyOf(witness), witness.tree);
      }
    }
    for (const [index, viewer] of this.viewers.entries()) {
      if (!viewer.isSynced) continue;
      const truth = this.#truth[index]?.get(keyOf(viewer));
      if (truth !== undefined) expect(viewer.tree).toEqual(truth);
    }
  }

  #snapshot(): void {
    this.expected = treeOf(document);
    this.#hasGap = false;
    this.liveRace.attach(this.#recorder, this.now);
    this.seq += 1;
    this.#sent = this.seq;
    this.liveRace.receive(this.#recorder, { type: 'snapshot', seq: this.seq, t: null, document }, this.now);
  }

  patch(value: number, seq: number): void {
    const patch = {
      trackTemp: value,
      drivers: { [value % 4]: { name: 'Bo', resultStatus: 2, lapDistance: value, position: (value % 20) + 1 } },
    };
    this.liveRace.receive(this.#recorder, { type: 'patch', seq, t: null, patch }, this.now);
    if (seq > this.#sent && !this.#hasGap) this.expected = applyPatch(this.expected, patch);
    this.#sent = Math.max(this.#sent, seq);
    // After a gap the recorder sends a snapshot.
    if (this.#replies.at(-1)?.type === 'resend') this.#snapshot();
    this.#replies.length = 0;
  }

  tick(duration: number): void {
    this.now += duration;
    this.liveRace.tick(this.now);
  }

  run({ do: action, value }: Step): void {
    const queue = this.viewers[(this.now / 100) % this.viewers.length]?.queue ?? [];
    const [first] = queue;
    if (action === 'patch' || action === 'lose') this.seq += 1;
    if (action === 'lose') this.#hasGap = true;
    if (action === 'patch') this.patch(value, this.seq);
    else if (action === 'repeatPatch') this.patch(value, this.#sent);
    else if (action === 'tick') this.tick(value);
    else if (action === 'take') for (const viewer of this.viewers) viewer.take(this.liveRace, this.now);
    else if (action === 'drop') queue.shift();
    else if (action === 'repeat' && first !== undefined) queue.push(first);
    else if (action === 'swap') queue.reverse();
    else if (action === 'cut') this.reconnect();
    else if (action === 'epoch') this.#takeOver();
    else if (action === 'restart') this.#restart();
  }

  reconnect(): void {
    for (const viewer of this.viewers) {
      viewer.disconnect(this.liveRace);
      viewer.connect(this.liveRace, this.now);
    }
  }

  #takeOver(): void {
    this.epoch += 1;
    this.seq = 0;
    this.liveRace.takeOver(registration, this.epoch);
    this.#snapshot();
  }

  /** The server starts again with its stored state. */
  #restart(): void {
    this.epoch += 1;
    this.liveRace = new LiveRace(registration, { ...this.liveRace.state, epoch: this.epoch }, this.now);
    this.liveRace.attach(this.#recorder, this.now);
    for (const viewer of [...this.viewers, ...this.#witnesses]) viewer.connect(this.liveRace, this.now);
  }

  /** The line is good again. */
  settle(): void {
    this.reconnect();
    for (let count = 0; count < 3; count += 1) {
      this.tick(1_200);
      for (const viewer of this.viewers) while (viewer.queue.length > 0) viewer.take(this.liveRace, this.now);
    }
  }
}

describe('viewers on a line that loses, repeats and reorders messages, is cut, and meets new epochs and restarts', () => {
  const numRuns = process.env.PITBOARD_LONG === '1' ? 10_000 : 400;

  test('have what the server has once the line is good again', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const fixture = new Fixture();
        for (const step of given) {
          fixture.run(step);
          fixture.check();
        }
        fixture.settle();
        const { document: latest } = fixture.liveRace.state;
        expect(latest).toEqual(fixture.expected);
        for (const [index, [view]] of kinds.entries())
          expect(fixture.viewers[index]?.tree).toEqual(viewOf(latest ?? {}, view));
      }),
      // The short form runs the same traces every time.
      numRuns > 1_000 ? { numRuns } : { numRuns, seed: 7 },
    );
  }, 300_000);
});

describe('a session', () => {
  test('encodes a change once, whatever the number of viewers', () => {
    const fixture = new Fixture();
    const received: Message[] = [];
    for (let count = 0; count < 50; count += 1) {
      const send = (message: Message) => received.push(message);
      fixture.liveRace.watch(
        { format: 'binary', send, waiting: () => 0, close: () => undefined },
        'full',
        null,
        fixture.now,
      );
    }
    fixture.tick(100);
    received.length = 0;
    fixture.patch(7, 2);
    fixture.tick(100);
    expect(received.length).toBe(50);
    expect(new Set(received).size).toBe(1);
  });

  test('cuts a viewer that has more than 1 MiB to read, and no other', () => {
    const fixture = new Fixture();
    const closed: string[] = [];
    let sent = 0;
    const link = (waiting: number): ViewerLink => ({
      format: 'json',
      send: () => {
        sent += 1;
      },
      waiting: () => waiting,
      close: (reason) => closed.push(`${reason} at ${waiting}`),
    });
    fixture.liveRace.watch(link(1024 * 1024), 'full', null, fixture.now);
    fixture.liveRace.watch(link(1024 * 1024 + 1), 'full', null, fixture.now);
    expect([closed, sent]).toEqual([['slow at 1048577'], 2]);
    fixture.tick(2_000);
    expect(closed).toHaveLength(1);
  });
});

test('a session that was taken over shows nothing of what is stored once its recorder has sent something newer', () => {
  const stored = { epoch: 2, seq: 19, document: treeOf(document), dataAt: 0 };
  const liveRace = new LiveRace(registration, stored, 0, { sink: null, isWaiting: true });
  const recorder = { send: () => undefined, close: () => undefined };
  liveRace.attach(recorder, 50);
  liveRace.receive(recorder, { type: 'snapshot', seq: 20, t: null, document: { ...document, trackTemp: 42 } }, 60);
  // Viewers who come before the next tick are still those of the server before.
  expect(liveRace.isWaiting).toBe(true);
  liveRace.tick(100);
  expect(liveRace.isWaiting).toBe(false);
  const messages: string[] = [];
  const send = ({ bytes }: Message) => messages.push(bytes.toString());
  liveRace.watch({ format: 'json', send, waiting: () => 0, close: () => undefined }, 'full', null, 110);
  expect(JSON.parse(messages[1] ?? '')).toMatchObject({ type: 'snapshot', document: { trackTemp: 42 } });
});

test('a viewer who takes parts gets what a tower shows, and then the rest; afterwards, and from everybody else, all in one', () => {
  const liveRace = new LiveRace(registration, empty, 0);
  const recorder = { send: () => undefined, close: () => undefined };
  liveRace.attach(recorder, 0);
  const laps = { 0: { lapTime: 81_000, invalidLap: false }, 1: { lapTime: 80_500, invalidLap: false } };
  const drivers = { 0: { name: 'Ada', resultStatus: 2, lapTimes: laps, lapDistance: 5 } };
  liveRace.receive(recorder, { type: 'snapshot', seq: 1, t: 0, document: { ...document, drivers } }, 0);
  liveRace.tick(100);
  const kindsOf = (takesParts: boolean, since: Since | null = null) => {
    const types: string[] = [];
    const send = ({ bytes, isBinary }: Message) => {
      types.push(isBinary ? 'frame' : JSON.parse(bytes.toString()).type);
    };
    const link: ViewerLink = { format: 'binary', takesParts, send, waiting: () => 0, close: () => undefined };
    liveRace.watch(link, 'full', since, 200);
    liveRace.resync(link, 'full', 2_000);
    liveRace.leave(link, 'full');
    return types;
  };
  expect(kindsOf(false)).toEqual(['hello', 'snapshot', 'snapshot']);
  expect(kindsOf(true)).toEqual(['hello', 'part', 'rest', 'snapshot']);
});

test('the tree of a feed is the document that was sent', () => {
  expect(new Fixture().liveRace.state.document).toEqual(treeOf(document));
});

test('every viewer has the same race control, whenever it came, after a restart of recorder and server too', () => {
  const recorder = { send: () => undefined, close: () => undefined };
  const early = new Viewer('full', 'binary');
  let liveRace = new LiveRace(registration, empty, 0);
  const play = (from: number, flags: readonly number[]) => {
    for (const [index, trackFlag] of flags.entries()) {
      const at = (from + index) * 1_000;
      const message = index === 0 ? { type: 'snapshot' as const, document: { ...document, trackFlag } } : null;
      liveRace.receive(
        recorder,
        { seq: index + 1, t: at, ...(message ?? { type: 'patch' as const, patch: { trackFlag } }) },
        at,
      );
      liveRace.tick(at);
      while (early.queue.length > 0) early.take(liveRace, at);
    }
  };
  const join = (viewer: Viewer, now: number) => {
    viewer.connect(liveRace, now);
    while (viewer.queue.length > 0) viewer.take(liveRace, now);
  };
  liveRace.attach(recorder, 0);
  join(early, 0);
  play(1, [0, 1, 0, 3]);
  liveRace = new LiveRace(registration, { ...liveRace.state, epoch: 2, seq: 0 }, 5_000);
  liveRace.attach(recorder, 5_000);
  join(early, 5_000);
  play(6, [3, 0, 2]);
  const late = new Viewer('full', 'json');
  join(late, 9_000);
  const control = [early, late].map(({ tree }) => JSON.stringify(tree['raceControl']));
  const flag = (number: number, time: number, value: number) => [
    `${number}`,
    { kind: 0, time: time * 1_000, flag: value },
  ];
  const expected = [flag(0, 2, 1), flag(1, 3, 0), flag(2, 4, 3), flag(3, 7, 0), flag(4, 8, 2)];
  expect(control[0]).toBe(control[1]);
  expect(JSON.parse(control[0] ?? '')).toMatchObject(Object.fromEntries(expected));
});
