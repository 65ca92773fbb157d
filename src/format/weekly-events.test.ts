import { expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { parseTrackList, weeklyEvents } from './weekly-events.ts';

test('tracks are found by their names, codes and beginnings, in any letters', () => {
  const { tracks, unknown } = parseTrackList(
    ' Spa \nsao paulo\nMNZ\naustria\nred bull\nred bull ring rev\nLas vegas\n',
  );
  expect(tracks).toEqual([
    Track.Spa,
    Track.Brazil,
    Track.Monza,
    Track.Austria,
    Track.Austria,
    Track.AustriaReverse,
    Track.LasVegas,
  ]);
  expect(unknown).toEqual([]);
});

test('an empty line is a week without a race', () => {
  expect(parseTrackList('Spa\n\nMonza').tracks).toEqual([Track.Spa, null, Track.Monza]);
  expect(parseTrackList('\n\n').tracks).toEqual([]);
});

test('what names no track, or could be several, is reported as it was typed', () => {
  expect(parseTrackList('Spaa\nMo\nMonza').unknown).toEqual(['Spaa', 'Mo']);
  expect(parseTrackList('---').unknown).toEqual(['---']);
});

test('events are some weeks apart at the same time of day, over the change of the clock too', () => {
  const local = (day: number, month = 9) => new Date(2026, month, day, 20).toISOString();
  expect(weeklyEvents([Track.Spa, null, Track.Monza], local(19), 1)).toEqual([
    { track: Track.Spa, startsAt: local(19) },
    { track: Track.Monza, startsAt: local(33) },
  ]);
  expect(weeklyEvents([Track.Spa, Track.Monza], local(19), 2)[1]?.startsAt).toBe(local(33));
});
