import { expect, test } from 'vitest';
import { attachedLabel, attachedText } from './attached-texts.ts';

test('says that all selected sessions are in the season, and how to move them', () => {
  expect(attachedText({ attached: 1, selected: 1 })).toBe(
    'This session is in an event of this season already, and counts once. To move it, remove it there first.',
  );
  expect(attachedText({ attached: 2, selected: 2 })).toBe(
    'These sessions are in events of this season already, and count once. To move them, remove them there first.',
  );
});

test('says which sessions stay where they are while others are attached', () => {
  expect(attachedText({ attached: 1, selected: 3 })).toBe(
    '1 session is in an event of this season already, and stays there.',
  );
  expect(attachedText({ attached: 2, selected: 3 })).toBe(
    '2 sessions are in events of this season already, and stay there.',
  );
  expect(attachedText({ attached: 0, selected: 3 })).toBeNull();
});

test('labels the event that has all, some or none of the selected sessions', () => {
  expect(attachedLabel({ attached: 1, selected: 1 })).toBe('Attached here');
  expect(attachedLabel({ attached: 2, selected: 2 })).toBe('Attached here');
  expect(attachedLabel({ attached: 1, selected: 2 })).toBe('1 here already');
  expect(attachedLabel({ attached: 0, selected: 1 })).toBeNull();
});
