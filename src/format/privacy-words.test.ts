import { expect, test } from 'vitest';
import type { SessionEvent } from '#contract/entities/session';
import { attachedPrivacyText, privacyText } from './privacy-words.ts';

const held = { isPrivate: true, hasKey: false, events: [{} as SessionEvent] };
const alone = { isPrivate: true, hasKey: false, events: [] };
const withKey = { isPrivate: true, hasKey: true, events: [] };
const open = { events: [] };

test.each([
  [withKey, true, 'Private: only you and whoever has the key see it.'],
  [withKey, false, 'Private: only its owner and whoever has the key see it.'],
  [held, true, 'Private: only you and whoever runs its seasons see it.'],
  [alone, true, 'Private: only you see it.'],
  [alone, false, 'Private: only its owner sees it.'],
  [open, true, null],
])('%j says who sees it to its owner (%s)', (session, isOwn, text) => {
  expect(privacyText(session, isOwn)).toBe(text);
});

test.each([
  [[open], true, /become private with it/],
  [[withKey], true, null],
  [[open], false, null],
  [[withKey, open], false, /^1 private session: .* counts it once you make it public/],
  [[withKey, alone], false, /^2 private sessions: .* counts them once you make them public/],
])('attaching %j to a season (hidden: %s) says what follows', (sessions, isHidden, text) => {
  const found = attachedPrivacyText(sessions, { isHidden });
  if (text === null) expect(found).toBeNull();
  else expect(found).toMatch(text);
});
