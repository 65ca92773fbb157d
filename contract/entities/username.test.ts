import * as v from 'valibot';
import { expect, test } from 'vitest';
import { likenessOf, Username } from './username.ts';

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
  ['ノーマン7', 'ノーマン7'],
  ['عمر٧', 'عمر٧'],
  ['राम१', 'राम१'],
  ['c\u0665b\u0665', 'must not mix letters of several scripts'],
  ['b\u0966b', 'must not mix letters of several scripts'],
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
  ['ᴘɪᴛʙᴏᴀʀᴅ', 'is reserved'],
  ['adrnin', 'is reserved'],
  ['a\u3164a', 'has letters that cannot be seen'],
  ['...', 'must have a letter or a digit'],
  ['___', 'must have a letter or a digit'],
])('the name %j becomes %j', (name, outcome) => {
  expect(verdict(name)).toBe(outcome);
});

test.each([
  ['Maxl', 'Max1', 'MAXI'],
  ['cbob', 'cḅob', 'ᴄʙᴏʙ', 'Сьоь'],
  ['coxa', 'Соха', 'C0XA'],
  ['Bernd', 'Bemd'],
  ['Zoe', 'Zoë', 'Zoe\u0308', 'ＺＯＥ'],
])('%s and %s look the same', (first, ...others) => {
  expect(new Set([first, ...others].map(likenessOf)).size).toBe(1);
});

test.each([
  ['max_1', 'max1'],
  ['カイト', 'ガイト'],
  ['Ada', 'Adam'],
  ['Zoe7', 'Zoe2'],
])('%s and %s look different', (first, other) => expect(likenessOf(first)).not.toBe(likenessOf(other)));
