import { expect, test } from 'vitest';
import { blankBody } from '../game/packet.ts';
import { SessionInfo } from './session-info.ts';

const empty = blankBody('session', 2025);
const monza = { ...empty, trackId: 11, sessionType: 15, totalLaps: 4, trackLength: 5_000 };

test('what most packets say counts, and of them the newest and the first', () => {
  const info = new SessionInfo(2025);
  expect([info.current, info.first]).toEqual([null, null]);
  expect(info.follow({ ...monza, trackTemperature: 30 })).toBe(true);
  info.follow({ ...monza, trackTemperature: 31 });
  for (let index = 0; index < 2; index += 1) expect(info.follow({ ...monza, trackId: 3 })).toBe(false);
  expect([info.current?.trackId, info.current?.trackTemperature, info.first?.trackTemperature]).toEqual([11, 31, 30]);
  expect(info.follow({ ...monza, trackId: 3 })).toBe(true);
  expect(info.current?.trackId).toBe(3);
});

test('packets without a session type count only where there are no others', () => {
  const info = new SessionInfo(2025);
  for (let index = 0; index < 5; index += 1) expect(info.follow(empty)).toBe(true);
  expect(info.follow(monza)).toBe(true);
  expect(info.follow(empty)).toBe(false);
  expect(info.current?.trackId).toBe(11);
});

test('of packets that all differ only some are remembered', () => {
  const info = new SessionInfo(2025);
  info.follow(monza);
  info.follow(monza);
  for (let totalLaps = 5; totalLaps < 100; totalLaps += 1) info.follow({ ...monza, totalLaps });
  expect(info.current).toEqual(monza);
});
