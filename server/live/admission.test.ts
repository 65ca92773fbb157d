import { describe, expect, test } from 'vitest';
import { Admission, type AdmissionLimits, liveLimits } from './admission.ts';

const many = { total: 1_000_000 };
const none: AdmissionLimits = { viewer: many, recorder: many, unknownRecorder: many, newPerMinute: many };

/** How many of ten connections are let in. */
function countEntered(enter: () => unknown): number {
  let count = 0;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      enter();
      count += 1;
    } catch (error) {
      expect(error).toMatchObject({
        status: 503,
        message: 'Too many live connections: try again in 5 s.',
        headers: { 'Retry-After': '5' },
      });
    }
  }
  return count;
}

describe('viewers', () => {
  test('of a /64 and of a /48 are limited while they are open', () => {
    const admission = new Admission({ ...none, viewer: { total: 8, network: 2, site: 3 } });
    const leave = admission.enterViewer('2001:db8:1:1::1', 0);
    expect(countEntered(() => admission.enterViewer('2001:db8:1:1::2', 0))).toBe(1);
    expect(countEntered(() => admission.enterViewer('2001:db8:1:2::1', 0))).toBe(1);
    leave();
    expect(countEntered(() => admission.enterViewer('2001:db8:1:2::1', 0))).toBe(1);
    expect(countEntered(() => admission.enterViewer('2001:db8:2:1::1', 0))).toBe(2);
    expect(admission.open).toBe(5);
  });

  test('that fill all their places take none of a recorder', () => {
    const admission = new Admission({ ...none, viewer: { total: 3 } });
    expect(countEntered(() => admission.enterViewer('192.0.2.1', 0))).toBe(3);
    expect(countEntered(() => admission.enterRecorder('192.0.2.1', 0, () => undefined))).toBe(10);
  });
});

test('a network opens as many connections in a minute as viewers or recorders may, and another one its own', () => {
  const admission = new Admission({ ...none, newPerMinute: { total: 1_000, network: 3 } });
  const record = (address: string) => countEntered(() => admission.enterRecorder(address, 0, () => undefined));
  admission.enterViewer('192.0.2.1', 0);
  expect([record('192.0.2.1'), record('192.0.2.2')]).toEqual([2, 3]);
});

test('without other limits the connections of a network are those of this server’s clients', () => {
  const admission = new Admission();
  const enter = () => countEntered(() => admission.enterViewer('192.0.2.1', 0));
  const entered = Array.from({ length: 14 }, enter).reduce((sum, count) => sum + count, 0);
  expect(entered).toBe(liveLimits.viewer.network);
});

test('connections of a /64 and of a /48 are limited in each minute, also when they were closed', () => {
  const admission = new Admission({ ...none, newPerMinute: { total: 1_000, network: 2, site: 3 } });
  const tryFrom = (address: string, at: number) => countEntered(() => admission.enterViewer(address, at)());
  expect([tryFrom('2001:db8:1:1::1', 0), tryFrom('2001:db8:1:2::1', 59_999)]).toEqual([2, 1]);
  expect(tryFrom('2001:db8:1:1::2', 60_000)).toBe(2);
});

describe('recorders', () => {
  test('that have not shown a token give way to the next ones', () => {
    const admission = new Admission({ ...none, unknownRecorder: { total: 3, network: 2 } });
    const closed: string[] = [];
    const enter = (name: string, address: string) => admission.enterRecorder(address, 0, () => closed.push(name));
    const first = enter('first', '192.0.2.1');
    expect(first.identify('ann')).toBe(true);
    for (const name of ['a', 'b', 'c']) enter(name, '192.0.2.1');
    expect(closed).toEqual(['a']);
    for (const name of ['d', 'e']) enter(name, '192.0.2.2');
    expect(closed).toEqual(['a', 'b']);
    expect(admission.open).toBe(4);
    first.leave();
    expect(admission.open).toBe(3);
  });

  test('of one user are limited wherever they are', () => {
    const admission = new Admission({ ...none, recorder: { total: 10, account: 1 } });
    const [one, two] = [1, 2].map((digit) => admission.enterRecorder(`192.0.2.${digit}`, 0, () => undefined));
    expect([one?.identify('ann'), two?.identify('ann'), two?.identify('bob')]).toEqual([true, false, true]);
  });
});
