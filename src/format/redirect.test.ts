import { describe, expect, test } from 'vitest';
import { redirectTarget, safeRedirect, withRedirect } from './redirect.ts';

const origin = 'https://pitboard.test';

describe('what stays in the app is kept, query and all', () => {
  test.each([
    '/dashboard',
    '/dashboard/seasons/create?seasonName=Winter%20Cup',
    '/seasons/01900000-0000-7000-8000-000000000001#results',
    '/search/max',
    '/search?next=//elsewhere.test',
    '/leagues/login',
    `/${'x'.repeat(1_999)}`,
    '/user/01900000-0000-7000-8000-000000000001?tab=laps&view=all',
    '/',
  ])('%s', (path) => expect(safeRedirect(path, origin)).toBe(path));
});

describe('what could lead elsewhere is refused', () => {
  const attacks = [
    null,
    '',
    'dashboard',
    '//evil.test',
    '///evil.test',
    '////evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '\\\\evil.test',
    '/\\/evil.test',
    '/%5Cevil.test',
    '/%5c%5cevil.test',
    '/%2F%2Fevil.test',
    '/%2fevil.test',
    '/x/%2fevil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/ /evil.test',
    '/\u0000/evil.test',
    '/%09/evil.test',
    '/%0d%0aLocation:%20https://evil.test',
    'https://evil.test',
    'HTTPS://evil.test',
    'https:evil.test',
    'https:/evil.test',
    'http://pitboard.test/dashboard',
    'https://pitboard.test@evil.test/',
    'https://pitboard.test.evil.test/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.test/1',
    'file:///etc/passwd',
    '/a/..//evil.test',
    '/..//evil.test',
    '/./\\evil.test',
    '/a/../../..//evil.test',
    '/api/v2/../../..//evil.test',
    '/%252f%252fevil.test',
    '/%25%32%66evil.test',
    '/x//evil.test',
    '/login?redirect=/login',
    '/login/../login',
    '/api/League',
    '/auth/v1/verify?token=x',
    `/${'x'.repeat(2_000)}`,
    '/@evil.test//x',
    '/a/..//user:secret@evil.test',
  ];
  test.each(attacks)('%j', (attack) => {
    const path = safeRedirect(attack, origin);
    expect(path).toBeNull();
  });
  test('at least forty', () => expect(attacks.length).toBeGreaterThanOrEqual(40));
});

test('a page that needs something first is led back to, and the dashboard without being named', () => {
  const target = '/dashboard/seasons/create?seasonName=Winter%20Cup';
  const address = withRedirect('/dashboard/profileInit', target);
  expect(redirectTarget(new URL(address, origin).search, origin)).toBe(target);
  expect(withRedirect('/dashboard/profileInit', '/dashboard')).toBe('/dashboard/profileInit');
  expect(redirectTarget('', origin)).toBe('/dashboard');
  expect(redirectTarget('?redirect=https://elsewhere.test', origin)).toBe('/dashboard');
});
