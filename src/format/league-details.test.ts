import { expect, test } from 'vitest';
import { bodyOf, changedFields, emptyDetails, tidied } from './league-details.ts';

const details = { ...emptyDetails, name: 'Cup', discord: 'https://discord.gg/a', description: 'Fun' };

test('an empty text is sent as null', () => {
  expect(bodyOf({ ...emptyDetails, name: 'Cup' })).toEqual({
    name: 'Cup',
    description: null,
    discord: null,
    website: null,
    isPublic: true,
  });
});

test('an update has the fields that differ and no others', () => {
  expect(changedFields(details, details)).toEqual({});
  expect(changedFields(details, { ...details, discord: '', isPublic: false })).toEqual({
    discord: null,
    isPublic: false,
  });
});

test.each([
  ['discord.gg/abc', 'https://discord.gg/abc'],
  ['  example.org ', 'https://example.org'],
  ['localhost', 'localhost'],
  ['example.org:8080/a', 'https://example.org:8080/a'],
  ['http://example.org', 'http://example.org'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['java.script:alert(1)', 'https://java.script:alert(1)'],
  ['', ''],
])('the address “%s” becomes “%s”', (typed, sent) => {
  expect(tidied({ ...details, website: typed }).website).toBe(sent);
});

test('line breaks of a description are kept, a blank one is empty', () => {
  expect(tidied({ ...details, description: ' a\n\nb ' }).description).toBe(' a\n\nb ');
  expect(tidied({ ...details, description: ' \n ' }).description).toBe('');
});
