import { expect, test } from 'vitest';
import { createRedirectChooser } from './redirects.ts';

const site = 'https://race.example';
const chooseRedirect = createRedirectChooser(site, [
  'https://*.club.example/**',
  'https://app.example/back/*',
  'https://exact.example/x',
]);

test.each([
  'https://race.example/resetPasswordConfirm',
  'https://race.example/login?x=1',
  'https://north.club.example/a/b.c?d',
  'https://app.example/back/home',
  'https://exact.example/x',
  'https://exact.example/x#fragment',
])('%s is allowed', (address) => expect(chooseRedirect(address)).toBe(address));

test.each([
  undefined,
  '',
  'https://evil.example',
  'https://race.example.evil.example',
  'https://race.example@evil.example/',
  'https://user:secret@race.example/',
  'http://race.example/',
  'https://race.example:8443/',
  'https://a.b.club.example/x',
  'https://club.example/x',
  'https://app.example/back/a/b',
  'https://app.example/back/a.b',
  'https://exact.example/xy',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'https://203.0.113.9/',
  'https://[2001:db8::1]/',
])('%s is replaced by the site', (address) => expect(chooseRedirect(address)).toBe(site));

test('without an allowed address the referrer is used when it is allowed', () => {
  expect(chooseRedirect('https://evil.example', 'https://race.example/login')).toBe('https://race.example/login');
  expect(chooseRedirect(undefined, 'https://evil.example/')).toBe(site);
});

test('on localhost every port is allowed, another loopback address is not', () => {
  const chooseLocal = createRedirectChooser('http://localhost:8080', []);
  expect(chooseLocal('http://localhost:5173/login')).toBe('http://localhost:5173/login');
  expect(chooseLocal('http://127.0.0.1:5173/login')).toBe('http://localhost:8080');
});
