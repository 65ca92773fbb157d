import { expect, test } from 'vitest';
import { type Print, runAtOnce } from './at-once.ts';

/** A step that prints and ends when the test says so. */
function createStep() {
  let print: Print = () => undefined;
  let end = (): void => undefined;
  let fail = (_: string): void => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const run = (given: Print) => {
    print = given;
    return ended;
  };
  return { run, print: (text: string) => print(text), end: () => end(), fail: (text: string) => fail(text) };
}

function start() {
  const [first, second, third] = [createStep(), createStep(), createStep()];
  let output = '';
  const ended = runAtOnce([first.run, second.run, third.run], (text) => (output += text));
  return { first, second, third, ended, output: () => output };
}

test('steps that run at the same time print one after the other, the first one at once', async () => {
  const { first, second, third, ended, output } = start();
  first.print('1');
  second.print('2');
  third.print('3');
  expect(output()).toBe('1');
  first.print('1');
  third.end();
  first.end();
  await expect.poll(output).toBe('112');
  second.print('2');
  expect(output()).toBe('1122');
  second.end();
  await ended;
  expect(output()).toBe('11223');
});

test('a step that fails ends and hides no other one, and is named when all have ended', async () => {
  const { first, second, third, ended, output } = start();
  first.print('1');
  first.fail('no database');
  await expect.poll(output).toBe('1');
  second.print('2');
  expect(output()).toBe('12');
  third.print('3');
  second.end();
  third.fail('no network');
  await expect(ended).rejects.toThrow('no database\nno network');
  expect(output()).toBe('123');
});
