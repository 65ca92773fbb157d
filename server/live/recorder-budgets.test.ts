import { expect, test } from 'vitest';
import { RecorderBudgets } from './recorder-budgets.ts';

let now = 0;
const create = () => new RecorderBudgets(undefined, () => now);
const mebibyte = 1_024 * 1_024;

test('a recorder has 256 kB and 200 ms of each second', () => {
  const budgets = create();
  const recorder = budgets.open('ann');
  expect(recorder.isUsedUp()).toBe(false);
  recorder.spend({ bytes: 256 * 1_024, time: 0 });
  expect(recorder.isUsedUp()).toBe(true);
  now += 100;
  expect(recorder.isUsedUp()).toBe(false);
  recorder.spend({ bytes: 0, time: 200 });
  expect(recorder.isUsedUp()).toBe(true);
});

test('what was overdrawn is paid back, at most for a second', () => {
  const recorder = create().open('ann');
  recorder.spend({ bytes: 100 * mebibyte, time: 0 });
  now += 1_000;
  expect(recorder.isUsedUp()).toBe(true);
  now += 1;
  expect(recorder.isUsedUp()).toBe(false);
});

test('the recorders of a user have what two may have', () => {
  const budgets = create();
  const [one, two, three] = [budgets.open('ann'), budgets.open('ann'), budgets.open('ann')];
  for (const recorder of [one, two]) recorder.spend({ bytes: 256 * 1_024, time: 0 });
  expect(three.isUsedUp()).toBe(true);
  expect(budgets.open('bob').isUsedUp()).toBe(false);
});

test('when all together use half a core, one that uses little goes on', () => {
  const budgets = create();
  const greedy = ['a', 'b', 'c'].map((user) => budgets.open(user));
  const modest = budgets.open('ann');
  for (const recorder of greedy) recorder.spend({ bytes: 0, time: 190 });
  expect(greedy.map((recorder) => recorder.isUsedUp())).toEqual([true, true, true]);
  modest.spend({ bytes: 0, time: 10 });
  expect(modest.isUsedUp()).toBe(false);
});

test('a user who reconnects does not begin with a full budget while another recorder of theirs is there', () => {
  const budgets = create();
  const one = budgets.open('ann');
  one.spend({ bytes: 100 * mebibyte, time: 0 });
  const two = budgets.open('ann');
  one.close();
  expect(two.isUsedUp()).toBe(true);
});
