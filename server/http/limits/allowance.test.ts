import { describe, expect, test } from 'vitest';
import { Allowance } from './allowance.ts';

/** Takes as many units as it gets, at most ten. */
function takeAll(allowance: Allowance, client: { address: string; account?: string }): (() => void)[] {
  return Array.from({ length: 10 }, () => allowance.acquire(client)).filter((release) => release !== null);
}

describe('an allowance', () => {
  test('counts an account wherever it comes from, and gives back a unit once', () => {
    const allowance = new Allowance({ total: 10, account: 2 });
    const [release] = takeAll(allowance, { address: '192.0.2.1', account: 'ann' });
    expect(takeAll(allowance, { address: '192.0.2.2', account: 'ann' })).toEqual([]);
    expect(takeAll(allowance, { address: '192.0.2.2', account: 'bob' })).toHaveLength(2);
    release?.();
    release?.();
    expect(takeAll(allowance, { address: '192.0.2.2', account: 'ann' })).toHaveLength(1);
    expect(allowance.used).toBe(4);
  });

  test('counts the addresses of a /64 as one network, and its networks as one /48', () => {
    const allowance = new Allowance({ total: 10, network: 2, site: 3 });
    expect(takeAll(allowance, { address: '2001:db8:1:1::1' })).toHaveLength(2);
    expect(takeAll(allowance, { address: '2001:db8:1:1::2' })).toHaveLength(0);
    expect(takeAll(allowance, { address: '2001:db8:1:2::1' })).toHaveLength(1);
    expect(takeAll(allowance, { address: '2001:db8:2:1::1' })).toHaveLength(2);
    expect(takeAll(allowance, { address: '192.0.2.1' })).toHaveLength(2);
  });

  test('counts clients of this machine only in all', () => {
    const allowance = new Allowance({ total: 5, network: 1, site: 1 });
    expect(takeAll(allowance, { address: '127.0.0.1' })).toHaveLength(5);
    expect(takeAll(allowance, { address: '192.0.2.1' })).toHaveLength(0);
  });
});
