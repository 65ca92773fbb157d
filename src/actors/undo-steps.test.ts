import { expect, test } from 'vitest';
import { undoStep } from './undo-steps.ts';

const list = (...texts: string[]) => texts.map((text) => ({ id: text[0] ?? '', text }));
const keyOf = ({ id }: { readonly id: string }) => id;

test('what was removed is back at its place, and what was typed since stays', () => {
  const step = { before: list('a', 'b', 'c'), after: list('a', 'c') };
  expect(undoStep(list('a', 'c typed'), step, keyOf)).toEqual(list('a', 'b', 'c typed'));
});

test('what was added goes, with what was typed in it, and what was added by hand stays', () => {
  const step = { before: list('a'), after: list('a', 'b', 'c') };
  expect(undoStep(list('a typed', 'b typed', 'c', 'd'), step, keyOf)).toEqual(list('a typed', 'd'));
});

test('items that were made one are two again', () => {
  const step = { before: list('a', 'b', 'c'), after: list('a', 'd') };
  expect(undoStep(list('a typed', 'd typed'), step, keyOf)).toEqual(list('a typed', 'b', 'c'));
});

test('what was removed by hand since is not put back by another step', () => {
  const step = { before: list('a', 'b'), after: list('a') };
  expect(undoStep([], step, keyOf)).toEqual(list('b'));
});
