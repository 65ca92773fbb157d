import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUnsavedChanges, type LeaveQuestion } from './unsaved-changes.tsx';

const name = { name: 'Name', hasDraft: true };
const password = { name: 'Password', hasDraft: false };

test('leaving is not asked about while nothing is unsaved', () => {
  const registry = createUnsavedChanges();
  expect(registry.confirmLeaving()).toBeNull();
  registry.set('a', name);
  registry.set('a', null);
  expect(registry.confirmLeaving()).toBeNull();
});

test('leaving asks about all unsaved changes, and the answer holds until something is changed', async () => {
  const registry = createUnsavedChanges();
  const questions: LeaveQuestion[] = [];
  const answers = [false, true];
  registry.setAsk(async (question) => {
    questions.push(question);
    return answers.shift() ?? false;
  });
  registry.set('a', name);
  registry.set('b', password);
  expect(await registry.confirmLeaving()).toBe(false);
  expect(await registry.confirmLeaving()).toBe(true);
  expect(registry.confirmLeaving()).toBeNull();
  expect(questions).toEqual(
    Array.from({ length: 2 }, () => ({ reason: 'leave', changes: [name, password], draftCount: 0, elsewhere: [] })),
  );
  registry.set('b', { ...password });
  expect(await registry.confirmLeaving()).toBe(false);
});

test('another section of the same editor is opened without a question while drafts keep everything', async () => {
  const registry = createUnsavedChanges();
  registry.setAsk(async () => false);
  registry.set('a', name);
  expect(registry.confirmLeaving(true)).toBeNull();
  // The draft of something that is being added would add it again.
  registry.set('a', { ...name, isSending: true });
  expect(await registry.confirmLeaving(true)).toBe(false);
  registry.set('a', name);
  registry.set('b', password);
  expect(await registry.confirmLeaving(true)).toBe(false);
});

test('signing out is asked about when there are drafts, or changes in other tabs, and otherwise not', async () => {
  const registry = createUnsavedChanges();
  const ask = vi.fn(async () => false);
  registry.setAsk(ask);
  const files = ['Files'];
  expect(await registry.confirmSignOut(0, [])).toBe(true);
  expect(await registry.confirmSignOut(2, [])).toBe(false);
  expect(await registry.confirmSignOut(0, files)).toBe(false);
  expect(ask.mock.calls).toEqual([
    [{ reason: 'signOut', changes: [], draftCount: 2, elsewhere: [] }],
    [{ reason: 'signOut', changes: [], draftCount: 0, elsewhere: files }],
  ]);
});

test('a question waits for its dialog, which is loaded with the first unsaved change or the question', async () => {
  const registry = createUnsavedChanges();
  expect(registry.needsDialog()).toBe(false);
  const signOut = registry.confirmSignOut(1, []);
  expect(registry.needsDialog()).toBe(true);
  registry.setAsk(async () => false);
  expect(await signOut).toBe(false);
  expect(registry.needsDialog()).toBe(false);
  registry.set('a', password);
  expect(registry.needsDialog()).toBe(true);
});

describe('when the dialog cannot be loaded within 5 s', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([true, false])(
    'the browser asks about leaving and logging out, and its answer counts: %s',
    async (given) => {
      const asked: string[] = [];
      const registry = createUnsavedChanges((text) => {
        asked.push(text);
        return given;
      });
      registry.setAsk(async () => !given)();
      registry.set('a', password);
      const answers = [registry.confirmLeaving(), registry.confirmSignOut(2, [])];
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await Promise.all(answers)).toEqual([given, given]);
      expect(asked).toEqual([
        'Leave this page? What you typed may be lost.',
        'Log out? What is not saved is lost, and your drafts on this device are deleted.',
      ]);
    },
  );

  test('nothing is asked about a page whose changes were saved meanwhile', async () => {
    const registry = createUnsavedChanges(() => false);
    registry.set('a', password);
    const answer = registry.confirmLeaving();
    registry.set('a', null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe(true);
  });
});

test('listeners are called with every change until they unsubscribe', () => {
  const registry = createUnsavedChanges();
  const listener = vi.fn();
  const stop = registry.subscribe(listener);
  registry.set('a', name);
  stop();
  registry.set('a', null);
  expect(listener).toHaveBeenCalledTimes(1);
});
