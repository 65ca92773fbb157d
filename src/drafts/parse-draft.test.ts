import { expect, test } from 'vitest';
import { parseDraft } from './parse-draft.ts';

/** Accepts numbers alone. */
const parseNumber = (value: unknown) => (typeof value === 'number' ? value : null);
const attempt = { key: 'k', sent: 3, isResent: true };
const draft = { value: 1, base: 2, version: '"1"', attempts: [attempt] };

test('returns a draft of the expected shape, without unknown fields', () => {
  expect(parseDraft({ ...draft, other: 1 }, parseNumber)).toEqual(draft);
  expect(parseDraft({ ...draft, version: null, attempts: [] }, parseNumber)).toEqual({
    ...draft,
    version: null,
    attempts: [],
  });
});

test.each([
  ['nothing', undefined],
  ['a text', 'draft'],
  ['a value of another shape', { ...draft, value: 'x' }],
  ['a base of another shape', { ...draft, base: null }],
  ['no version', { value: 1, base: 2, attempts: [] }],
  ['attempts of another shape', { ...draft, attempts: [{ key: 'k' }] }],
])('returns null for %s', (_, stored) => {
  expect(parseDraft(stored, parseNumber)).toBeNull();
});

test('drops an attempt whose value has another shape', () => {
  expect(parseDraft({ ...draft, attempts: [{ ...attempt, sent: 'x' }, attempt] }, parseNumber)).toEqual(draft);
});
