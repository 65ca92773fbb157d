import { describe, expect, test } from 'vitest';
import { Admission } from './admission.ts';

const many = 1_000_000;
const refusal = {
  status: 503,
  message: 'Too many live connections: try again in 5 s.',
  headers: { 'Retry-After': '5' },
};

/** What a call throws; null when it does not. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

describe('connections of one address', () => {
  test('are limited while they are open', () => {
    const admission = new Admission({ perAddress: 2, total: many, newPerMinute: many });
    const leave = admission.enter('192.0.2.1', 0);
    admission.enter('192.0.2.1', 0);
    expect(thrownBy(() => admission.enter('192.0.2.1', 0))).toMatchObject(refusal);
    admission.enter('192.0.2.2', 0);
    expect(admission.open).toBe(3);
    leave();
    expect(admission.open).toBe(2);
    expect(thrownBy(() => admission.enter('192.0.2.1', 0))).toBeNull();
    expect(thrownBy(() => admission.enter('192.0.2.1', 0))).toMatchObject(refusal);
  });

  test('are limited in each minute, also when they were closed', () => {
    const admission = new Admission({ perAddress: many, total: many, newPerMinute: 2 });
    for (const at of [0, 59_999]) admission.enter('192.0.2.1', at)();
    expect(thrownBy(() => admission.enter('192.0.2.1', 59_999))).toMatchObject(refusal);
    for (const at of [60_000, 60_000]) admission.enter('192.0.2.1', at)();
    expect(thrownBy(() => admission.enter('192.0.2.1', 60_000))).toMatchObject(refusal);
  });
});

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])('%s, where a proxy may be, counts only in all', (ip) => {
  const admission = new Admission({ perAddress: 1, total: 3, newPerMinute: 1 });
  for (let count = 0; count < 3; count += 1) admission.enter(ip, 0);
  expect(thrownBy(() => admission.enter(ip, 0))).toMatchObject(refusal);
});

test.each(['10.127.0.1', '::12', '::ffff:10.0.0.1', '2001:db8::1'])('%s is no address of this machine', (ip) => {
  const admission = new Admission({ perAddress: 1, total: 3, newPerMinute: many });
  admission.enter(ip, 0);
  expect(thrownBy(() => admission.enter(ip, 0))).toMatchObject(refusal);
});

test('of ten thousand addresses those that are open, or were in this minute, are remembered', () => {
  const admission = new Admission({ perAddress: many, total: many, newPerMinute: 1 });
  const limited = { perAddress: 1, total: many, newPerMinute: many };
  const ofOpen = new Admission(limited);
  for (const each of [admission, ofOpen]) {
    const leaveOf = (ip: string, at: number) => each.enter(ip, at);
    leaveOf('192.0.2.1', 0);
    for (let count = 0; count < 10_001; count += 1) leaveOf(`2001:db8::${count.toString(16)}`, 60_000)();
  }
  expect(thrownBy(() => ofOpen.enter('192.0.2.1', 60_000))).toMatchObject(refusal);
  expect(thrownBy(() => admission.enter('2001:db8::1', 60_000))).toMatchObject(refusal);
});
