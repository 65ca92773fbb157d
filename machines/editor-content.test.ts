import { expect, test } from 'vitest';
import { type Draft, isBase, rebase, resolve, withAttempt } from './editor-content.ts';

interface League {
  readonly name: string;
  readonly text: string;
}

const old: League = { name: 'Old', text: 'old' };
const mine: League = { name: 'Mine', text: 'mine' };
const theirs = { value: { name: 'Theirs', text: 'theirs' }, version: '"2"' };
const draft: Draft<League> = { value: mine, base: old, version: '"1"', attempts: [] };
const attempt = (sent: League, key: string) => ({ key, sent, isResent: false });

test('a draft names the newer version only once no field is in conflict, so that no save overwrites one unseen', () => {
  const conflict = rebase(draft, theirs);
  expect([conflict.conflicts, conflict.content.version]).toEqual([['name', 'text'], '"1"']);
  const half = resolve(conflict, theirs, 'name', 'mine');
  expect([half.conflicts, half.content.version]).toEqual([['text'], '"1"']);
  const whole = resolve(half, theirs, 'text', 'theirs');
  expect([whole.conflicts, whole.content.version]).toEqual([[], '"2"']);
  expect(whole.content.value).toEqual({ name: 'Mine', text: 'theirs' });
});

test.each([
  ['the same version, however its value is written', '"1"', { value: theirs.value, version: '"1"' }, true],
  ['another version with the same value', '"1"', { value: { ...old }, version: '"2"' }, true],
  ['another version with another value', '"1"', theirs, false],
  ['the same value of an entity without versions', null, { value: { ...old }, version: null }, true],
  ['another value of an entity without versions', null, { value: theirs.value, version: null }, false],
])('%s is what the changes were made to: %4$s', (_, version, value, expected) => {
  expect(isBase({ ...draft, version }, value)).toBe(expected);
});

test('of an entity without versions only the saves that the server does not have are still to be answered', () => {
  const attempts = [attempt(theirs.value, 'k1'), attempt(mine, 'k2')];
  const { content } = rebase({ ...draft, version: null, attempts }, { value: theirs.value, version: null });
  expect(content.attempts.map(({ key }) => key)).toEqual(['k2']);
});

test('a save that is sent again is the last one, once', () => {
  const attempts = [attempt(mine, 'k1'), attempt(old, 'k2')];
  expect(withAttempt({ ...draft, attempts }, 'k3').attempts).toEqual([
    attempt(old, 'k2'),
    { ...attempt(mine, 'k1'), isResent: true },
  ]);
});
