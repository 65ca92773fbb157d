import { expect, test } from 'vitest';
import { type Status, statusLine } from './status.ts';

const status: Status = {
  server: 'http://192.168.1.5:8080',
  hasToken: true,
  tokenRefusal: null,
  port: 20_777,
  addresses: [],
  isReceiving: false,
  packetsPerSecond: 0,
  format: null,
  lost: 0,
  rejected: 0,
  session: null,
  live: { state: 'off', address: null, reason: null },
  uploads: 0,
  uploadFailure: null,
  diskFailure: null,
  advice: null,
};

test('the line of a recorder that waits says where it listens', () => {
  expect(statusLine(status)).toBe('listening on UDP port 20777 · 0 packets/s');
  expect(statusLine({ ...status, isReceiving: true, packetsPerSecond: 60 })).toBe(
    'the game is in its menus · 60 packets/s',
  );
});

test('the line of a race has its lap, cars, format, packets, what was lost, its live address and what waits', () => {
  const session = { title: 'Race, Monza', lap: 12, laps: 52, cars: 22, lapsSeen: 240, lapsDriven: 242 };
  const live = { state: 'live', address: 'http://192.168.1.5:8080/live/01', reason: null } as const;
  expect(
    statusLine({
      ...status,
      isReceiving: true,
      packetsPerSecond: 231,
      format: 2025,
      lost: 3,
      rejected: 1,
      session,
      live,
      uploads: 2,
    }),
  ).toBe(
    'Race, Monza, lap 12/52, 22 cars · format 2025 · 231 packets/s · 3 lost · 1 rejected · 2 to upload · live at http://192.168.1.5:8080/live/01',
  );
});
