import { expect, test } from 'vitest';
import fc, { anyCharacter } from '#tests/fast-check';
import { hasUnseen, readableLine, readableText } from './readable-text.ts';

test.each([
  ['Mika Varga', 'Mika Varga'],
  ['  Mika \u00a0 Varga\u3000', 'Mika Varga'],
  ['Mika\u2028Varga', 'Mika Varga'],
  ['Zoe\u0308', 'Zoë'],
])('%j is stored as %j', (given, stored) => expect([readableLine(given), hasUnseen(given)]).toEqual([stored, false]));

test.each([
  ['a direction mark', '\u200eMika'],
  ['a text turned around', 'Mik\u202ea'],
  ['an isolate', 'Mi\u2067ka\u2069'],
  ['a zero-width space', 'Mi\u200bka'],
  ['a zero-width joiner between letters', 'Mi\u200dka'],
  ['a byte order mark', '\ufeffMika'],
  ['a soft hyphen', 'Mi\u00adka'],
  ['a filler of Hangul', 'Mika\u3164'],
  ['its half width', 'Mika\uffa0'],
  ['the empty pattern of Braille', 'Mika\u2800'],
  ['a grapheme joiner', 'Mi\u034fka'],
  ['a variation selector on a letter', 'Mika\ufe0f'],
  ['tags', 'Mika\u{e0061}\u{e007f}'],
])('%s is not seen and goes', (_, given) => expect([readableLine(given), hasUnseen(given)]).toEqual(['Mika', true]));

test.each([
  '👩‍👩‍👧‍👦',
  '👩🏽‍❤️‍💋‍👨🏿',
  '🏳️‍🌈 🏴‍☠️ 🐈‍⬛',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '1️⃣ #️⃣ *⃣',
  '❤️ ❤︎ ☔',
  '🇳🇱🇩🇪',
  'می‌خواهم',
  'क्‍ष क्‌ष',
  'ශ්‍රී ලංකා',
  '葛\u{e0100}城',
  'ᠮᠣᠩᠭᠣᠯ\u180b',
  '한국어 ガイト עברית',
])('%s stays as it is', (text) => expect([readableLine(text), hasUnseen(text)]).toEqual([text, false]));

test.each(['\u3164', ' \u200b\u2800 ', '\u202e'])('%j is nothing', (text) => expect(readableLine(text)).toBe(''));

test('a text keeps its lines', () => {
  expect(readableText(' Rules:\n\n\t1. Zoe\u0308\u200b \u202edrives\r\n')).toBe('Rules:\n\n\t1. Zoë drives');
});

test('what is readable is not changed again, and holds nothing unseen', () => {
  const marks = fc.constantFrom(
    '\u200d',
    '\u200b',
    '\ufe0f',
    '\u20e3',
    '\u094d',
    '\u3164',
    'e',
    '\u0301',
    '👩',
    '🏽',
    ' ',
  );
  const text = fc.array(fc.oneof(marks, fc.string({ unit: anyCharacter, maxLength: 2 })), { maxLength: 12 });
  fc.assert(
    fc.property(text, (parts) => {
      const line = readableLine(parts.join(''));
      expect([readableLine(line), hasUnseen(line)]).toEqual([line, false]);
      expect(readableText(readableText(parts.join('')))).toBe(readableText(parts.join('')));
    }),
  );
});
