import { expect, test } from 'vitest';
import { openSignUpText } from './sign-up.ts';

const signUp = { opensAt: null, closesAt: '2026-01-02T00:00:00Z', free: 3 };

test.each([
  [undefined, null],
  [[{ ...signUp, closesAt: '2026-01-01T00:00:00Z' }], null],
  [[signUp], 'Sign-up open · 3 places left'],
  [[signUp, { ...signUp, free: 1 }], 'Sign-up open · 1 place left'],
  [[{ ...signUp, free: 0 }], 'Sign-up open · waiting list'],
  [[{ ...signUp, free: null }], 'Sign-up open'],
])('%j is %s', (signUps, text) => expect(openSignUpText(signUps, Date.parse('2026-01-01T00:00:00Z'))).toBe(text));
