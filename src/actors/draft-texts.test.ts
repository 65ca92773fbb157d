import { expect, test } from 'vitest';
import { draftTexts } from './draft-texts.ts';

test('a draft is told by the texts that were typed', () => {
  const base = { name: 'Old', description: 'same', startsAt: null, isPublic: true, sessionId: '' };
  const value = {
    name: 'New 🏁',
    description: 'same',
    startsAt: '2026-05-01T18:00:00.000Z',
    isPublic: false,
    sessionId: '01900000-0000-7000-8000-000000000001',
  };
  expect(draftTexts({ value, base, version: null, attempts: [] })).toEqual(['New 🏁']);
  expect(draftTexts({ value: { ...value, name: ' ' }, base, version: null, attempts: [] })).toEqual([]);
  expect(draftTexts('something of another version')).toEqual([]);
});
