import { describe, expect, test } from 'vitest';
import { redirects } from './redirects.ts';

const site = 'https://race.example';
const redirect = redirects(site, [
  'https://*.club.example/**',
  'https://app.example/back/*',
  'https://exact.example/x',
]);

describe('leads where it may', () => {
  test.each([
    'https://race.example/resetPasswordConfirm',
    'https://race.example/login?x=1',
    'https://north.club.example/a/b.c?d',
    'https://app.example/back/home',
    'https://exact.example/x',
    'https://exact.example/x#fragment',
  ])('%s', (address) => expect(redirect(address)).toBe(address));
});

describe('and nowhere else', () => {
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
  ])('%s', (address) => expect(redirect(address)).toBe(site));
});

test('without a good address the page that asked counts, if it is one', () => {
  expect(redirect('https://evil.example', 'https://race.example/login')).toBe('https://race.example/login');
  expect(redirect(undefined, 'https://evil.example/')).toBe(site);
});

test('on this machine the port is free', () => {
  const local = redirects('http://localhost:8080', []);
  expect(local('http://localhost:5173/login')).toBe('http://localhost:5173/login');
  expect(local('http://127.0.0.1:5173/login')).toBe('http://localhost:8080');
});
