import { expect, test } from 'vitest';
import type { Reception } from '../session/session-tracker.ts';
import { adviceFor } from './advice.ts';

const none = { foreign: 0, format: 0, packet: 0, size: 0 };
const reception: Reception = {
  received: 0,
  formats: new Map(),
  rejected: none,
  lastRejection: null,
  ofOthers: 0,
  lost: 0,
};
const quiet = {
  reception,
  server: 'http://192.168.1.5:8080',
  isReceiving: false,
  packetsPerSecond: 0,
  hasToken: true,
  tokenRefusal: null,
  port: 20_777,
  addresses: ['192.168.1.20'],
  live: { state: 'off', reason: null },
  uploadFailure: null,
  diskFailure: null,
  hasJustStarted: false,
};
const receiving = { ...quiet, isReceiving: true, packetsPerSecond: 230, reception: { ...reception, received: 500 } };

test('a recorder that receives, is live and has nothing waiting needs no advice', () => {
  expect(adviceFor(receiving)).toBeNull();
});

test('when nothing comes it names every value to look at, with the address of this computer', () => {
  const advice = adviceFor(quiet);
  for (const part of [
    '“UDP Telemetry” must be On',
    '“UDP Port” 20777',
    '127.0.0.1',
    '192.168.1.20',
    'same network',
    'firewall',
  ])
    expect(advice).toContain(part);
  expect(adviceFor({ ...quiet, hasJustStarted: true })).toBeNull();
});

test('packets that are rejected are explained by their reason', () => {
  const rejected = { ...reception, rejected: { ...none, format: 9 }, lastRejection: 'set "UDP Format" to 2023' };
  expect(adviceFor({ ...quiet, reception: rejected })).toBe(
    'Something comes, but nothing of it can be used: set "UDP Format" to 2023.',
  );
});

test.each([
  [{ packetsPerSecond: 9 }, 'UDP Send Rate'],
  [{ hasToken: false }, 'create a code in your settings under Recorders'],
  [
    {
      tokenRefusal: 'this recorder was removed from its account',
      live: { state: 'refused', reason: 'this recorder was removed from its account' },
    },
    'Neither live nor uploaded: this recorder was removed from its account. What it records until then is uploaded afterwards.',
  ],
  [{ live: { state: 'refused', reason: 'another recorder has it' } }, 'Not live: another recorder has it.'],
  [{ live: { state: 'refused', reason: 'This id is taken.' } }, /^Not live: This id is taken\.$/],
  [
    { uploadFailure: 'the server cannot be reached' },
    /^Not uploaded yet: the server cannot be reached\. It is tried again\. Is 192\.168\.1\.5 on, and is this computer in its network\?/,
  ],
  [
    {
      server: 'http://localhost:8080',
      live: { state: 'refused', reason: 'http://localhost:8080 cannot be reached (ECONNREFUSED)' },
    },
    'localhost is this computer: is the server running here? --server names another one.',
  ],
  [
    { uploadFailure: 'refused: The name is taken.' },
    'Not uploaded yet: refused: The name is taken. It is tried again.',
  ],
  [{ reception: { ...reception, received: 900, ofOthers: 400 } }, 'Two games send to this port'],
  [{ diskFailure: 'the disk is full' }, 'the disk is full'],
])('%j is explained', (change, part) => {
  expect(adviceFor({ ...receiving, ...change })).toMatch(part);
});
