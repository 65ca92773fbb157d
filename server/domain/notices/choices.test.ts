import { expect, test } from 'vitest';
import { channelsOf, dueText, nothingChosen, quietUntil } from './choices.ts';

test('nothing is sent in the quiet hours of the user’s own time zone, until they end', () => {
  const night = { quiet: { from: '22:00', to: '07:30' }, timeZone: 'Europe/Berlin' };
  const until = (now: string, choices: Parameters<typeof quietUntil>[0] = night) =>
    quietUntil(choices, new Date(now))?.toISOString() ?? null;
  expect(until('2026-11-29T20:59:59.000Z')).toBeNull();
  expect(until('2026-11-29T21:00:00.000Z')).toBe('2026-11-30T06:30:00.000Z');
  expect(until('2026-11-30T06:29:59.000Z')).toBe('2026-11-30T06:30:00.000Z');
  expect(until('2026-11-30T06:30:00.000Z')).toBeNull();
  // Clocks go forward in this night.
  expect(until('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T05:30:00.000Z');
  // An hour comes twice in this night: they have ended in the first, and a message that waited for that would wait for ever.
  const short = { quiet: { from: '22:00', to: '01:30' }, timeZone: 'America/New_York' };
  expect(until('2026-11-01T05:15:00.000Z', short)).toBe('2026-11-01T05:30:00.000Z');
  expect(until('2026-11-01T06:15:00.000Z', short)).toBeNull();
  const noon = { quiet: { from: '12:00', to: '13:00' }, timeZone: null };
  expect([until('2026-11-29T12:30:00.000Z', noon), until('2026-11-29T13:00:00.000Z', noon)]).toEqual([
    '2026-11-29T13:00:00.000Z',
    null,
  ]);
  expect(until('2026-11-29T12:30:00.000Z', { quiet: { from: '12:00', to: '12:00' }, timeZone: null })).toBeNull();
  expect(until('2026-11-29T12:30:00.000Z', { quiet: null, timeZone: null })).toBeNull();
});

test('a kind that the user has not changed is sent by its own channels, mail by none', () => {
  expect(channelsOf(nothingChosen, 'raceIsLive')).toEqual(['push']);
  expect(channelsOf({ ...nothingChosen, kinds: { raceIsLive: ['mail'] } }, 'raceIsLive')).toEqual(['mail']);
});

test('a message says its time in the time zone of its reader', () => {
  const dueAt = '2026-12-12T19:00:00.000Z';
  expect(dueText(dueAt, 'Europe/Berlin')).toBe('Sat 12 Dec, 20:00 CET');
  expect(dueText(dueAt, null)).toBe('Sat 12 Dec, 19:00 UTC');
});
