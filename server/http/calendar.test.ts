import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { type CalendarEntry, toCalendar } from './calendar.ts';

const entry: CalendarEntry = {
  uid: 'event@pitboard',
  startsAt: '2026-06-01T18:00:00.000Z',
  duration: 2 * 60 * 60_000,
  title: 'Opener',
  description: 'Season 4',
  location: 'Spa',
  url: 'https://pitboard.test/seasons/1',
  sequence: 3,
};

const write = (entries: readonly CalendarEntry[], name = 'Season 4') =>
  toCalendar({ name, changedAt: '2026-05-01T10:00:00.000Z', entries }).toString();

/** The properties of the calendar, unfolded. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);

test('an entry has the fields that calendars need', () => {
  expect(unfold(write([entry])).slice(8)).toEqual([
    'BEGIN:VEVENT',
    'UID:event@pitboard',
    'DTSTAMP:20260501T100000Z',
    'LAST-MODIFIED:20260501T100000Z',
    'SEQUENCE:3',
    'DTSTART:20260601T180000Z',
    'DTEND:20260601T200000Z',
    'SUMMARY:Opener',
    'DESCRIPTION:Season 4',
    'LOCATION:Spa',
    'URL:https://pitboard.test/seasons/1',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('text is escaped, so that a name adds no property', () => {
  const lines = unfold(write([{ ...entry, title: 'a\\b;c,d\r\nBEGIN:VALARM\ne' }], 'x\nMETHOD:CANCEL'));
  expect(lines).toContain('SUMMARY:a\\\\b\\;c\\,d\\nBEGIN:VALARM\\ne');
  expect(lines.filter((text) => /^(BEGIN|METHOD)/.test(text))).toEqual([
    'BEGIN:VCALENDAR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
  ]);
});

test('any name is folded at 75 octets, between characters, and unfolds to itself', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(names, (title) => {
      const text = write([{ ...entry, title }]);
      expect(Math.max(...text.split('\r\n').map((content) => Buffer.byteLength(content)))).toBeLessThanOrEqual(75);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const summary = unfold(text).find((content) => content.startsWith('SUMMARY:')) ?? '';
      expect(summary.slice(8).replaceAll(/\\(.)/g, '$1')).toBe(title.replaceAll(/\p{Cc}/gu, ' '));
    }),
  );
});
