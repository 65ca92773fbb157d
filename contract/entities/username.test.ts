import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Username } from './username.ts';

const verdict = (name: string) => {
  const parsed = v.safeParse(Username, name);
  return parsed.success ? parsed.output : parsed.issues[0].message;
};

test.each([
  ['Ada_Okoro', 'Ada_Okoro'],
  ['Zoë', 'Zoë'],
  ['Zoe\u0308', 'Zoë'],
  ['ＡＤＡ１２', 'ADA12'],
  ['Иван.7', 'Иван.7'],
  ['佐藤タケル', '佐藤タケル'],
  ['No', 'must have at least 3 characters'],
  ['a'.repeat(31), 'must have at most 30 characters'],
  ['two words', 'may hold letters, digits, _, - and . alone'],
  ['ad\u200bmin', 'may hold letters, digits, _, - and . alone'],
  ['аdmin', 'must not mix letters of several scripts'],
  ['Pit.Board', 'is reserved'],
  ['ａｄｍｉｎ', 'is reserved'],
  ['NULL', 'is reserved'],
  ['Pıtboard', 'is reserved'],
  ['P1tb0ard', 'is reserved'],
  ['Pítbøard', 'is reserved'],
  ['ѕуѕтем', 'is reserved'],
  ['a\u3164a', 'has letters that cannot be seen'],
  ['...', 'must have a letter or a digit'],
  ['___', 'must have a letter or a digit'],
])('the name %j becomes %j', (name, outcome) => {
  expect(verdict(name)).toBe(outcome);
});
