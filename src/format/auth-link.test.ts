import { expect, test } from 'vitest';
import { authLinkOf, withoutAuthLink } from './auth-link.ts';

const page = 'https://pitboard.test/resetPasswordConfirm';

test.each([
  [page, null],
  [`${page}?token_hash=abc&type=recovery`, { kind: 'hash', token: 'abc', type: 'recovery' }],
  [
    `${page}#access_token=a.b.c&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=recovery`,
    { kind: 'tokens', access: 'a.b.c', refresh: 'r', type: 'recovery' },
  ],
  [`${page}?code=1-2`, { kind: 'code', code: '1-2' }],
  [
    `${page}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    { kind: 'error', code: 'otp_expired', message: 'Email link is invalid or has expired' },
  ],
  [
    `${page}?error=access_denied&error_code=otp_expired&error_description=gone#error=access_denied&error_code=otp_expired`,
    { kind: 'error', code: 'otp_expired', message: 'gone' },
  ],
  [`${page}#message=Confirmation+link+accepted&sb=`, { kind: 'message', message: 'Confirmation link accepted' }],
  [`${page}?token_hash=abc&type=nonsense`, { kind: 'hash', token: 'abc', type: 'magiclink' }],
])('%s', (address, link) => expect(authLinkOf(address)).toEqual(link));

test('what was read is taken out of the address, and nothing else', () => {
  expect(withoutAuthLink(`${page}?token_hash=a&type=recovery&lang=de#top`)).toBe('/resetPasswordConfirm?lang=de#top');
  expect(withoutAuthLink(`${page}#access_token=a&refresh_token=b`)).toBe('/resetPasswordConfirm');
});
