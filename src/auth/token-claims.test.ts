import { expect, test } from 'vitest';
import { readTokenClaims } from './token-claims.ts';

const tokenOf = (claims: unknown) =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');

test('the user and the address of a token are read, in any script', () => {
  const claims = { sub: 'b0b', email: 'zoë🏁@example.org' };
  expect(readTokenClaims(tokenOf(claims))).toEqual({ userId: 'b0b', email: 'zoë🏁@example.org' });
  expect(readTokenClaims(tokenOf({ sub: 'b0b' }))).toEqual({ userId: 'b0b', email: '' });
});

test.each([
  '',
  'a.b.c',
  'no token',
  tokenOf(null),
  tokenOf([]),
  tokenOf({ sub: 7 }),
  tokenOf({ email: 'a@example.org' }),
])('%j is no token', (token) => {
  expect(readTokenClaims(token)).toBeNull();
});
