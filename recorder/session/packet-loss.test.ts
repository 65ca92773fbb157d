import { beforeEach, expect, test } from 'vitest';
import { PacketLoss } from './packet-loss.ts';

let loss: PacketLoss;
let frame: number;
let time: number;
let state: number;

beforeEach(() => {
  loss = new PacketLoss();
  frame = 0;
  time = 0;
  state = 22;
});

/** The same numbers from 0 to 1 in every run. */
function random(): number {
  state = (state * 1_664_525 + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** The game draws 90 frames a second and sends 60 of them: one or two frames lie between two packets. */
function send(count: number, isLost: (kind: string) => boolean = () => false): void {
  for (let sent = 0; sent < count; sent += 1) {
    const frames = sent % 2 === 0 ? 1 : 2;
    frame += frames;
    time += (frames * 1_000) / 90;
    for (const kind of ['motion', 'lapData']) if (!isLost(kind)) loss.follow(kind, frame, time);
  }
}

test('nothing is lost when the game draws more frames than it sends', () => {
  send(3_000);
  expect(loss.read()).toMatchObject({ lost: 0 });
});

test.each([0.004, 0.02, 0.1])('of packets that are lost one by one, a share of %d, it finds about as many', (share) => {
  send(30_000, () => random() < share);
  const { packets, lost } = loss.read() ?? { packets: 0, lost: 0 };
  expect(lost / packets).toBeGreaterThan(share * 0.8);
  expect(lost / packets).toBeLessThan(share * 1.2);
});

test('a cut of a second is seen from the time', () => {
  send(600);
  frame += 90;
  time += 1_000;
  send(600);
  expect(loss.read()?.lost).toBeGreaterThan(100);
  expect(loss.read()?.lost).toBeLessThan(140);
});

test('a pause of the game, whose clock stands still, loses nothing', () => {
  send(600);
  frame += 50_000;
  send(600);
  expect(loss.read()?.lost).toBe(0);
});

test('packets that come late, twice or in another order are not lost', () => {
  send(600);
  for (let sent = 0; sent < 100; sent += 1) {
    frame += 2;
    time += 1_000 / 60;
    loss.follow('lapData', frame, time);
    loss.follow('motion', frame - 2, time - 1_000 / 60);
    loss.follow('lapData', frame - 2, time - 1_000 / 60);
  }
  send(600);
  expect(loss.read()?.lost).toBeLessThanOrEqual(1);
});

test('a flashback loses nothing', () => {
  send(600);
  time -= 5_000;
  send(600);
  expect(loss.read()?.lost).toBe(0);
});

test('it is not known from few packets, or when another program passes on only some kinds', () => {
  send(50);
  expect(loss.read()).toBeNull();
  send(3_000, (kind) => kind === 'motion');
  expect(loss.read()).toBeNull();
});
