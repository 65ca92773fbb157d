import { expect, test } from 'vitest';
import type { Role } from '#contract/rights';
import { choiceOf, roleChoices, rolesText, staffByRole } from './role-words.ts';

test.each<[Role[], string]>([
  [['owner'], 'Owner'],
  [['recorder', 'steward'], 'Steward and recorder'],
  [[], ''],
])('%j is said as “%s”', (roles, text) => {
  expect(rolesText(roles)).toBe(text);
});

test('the staff is grouped by the highest role of each person', () => {
  const person = (userId: string, ...roles: ('owner' | 'admin' | 'steward' | 'recorder')[]) => ({
    userId,
    userName: userId,
    roles,
  });
  const groups = staffByRole([
    person('Ann', 'owner'),
    person('Rita', 'recorder'),
    person('Stan', 'recorder', 'steward'),
    person('Sue', 'steward'),
  ]);
  expect(groups.map(({ label, people }) => [label, people.map(({ userId }) => userId)])).toEqual([
    ['Owner', ['Ann']],
    ['Stewards', ['Stan', 'Sue']],
    ['Recorder', ['Rita']],
  ]);
});

test('each choice has the roles that lead back to it, and an admin needs no other role', () => {
  const choices = Object.entries(roleChoices);
  expect(choices.map(([, { roles }]) => choiceOf(roles))).toEqual(choices.map(([choice]) => choice));
  expect(choiceOf(['admin', 'steward'])).toBe('admin');
});
