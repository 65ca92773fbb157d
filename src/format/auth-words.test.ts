import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authWords } from './auth-words.ts';

const list = join(import.meta.dirname, '../../node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts');
const codes = [...readFileSync(list, 'utf8').matchAll(/'(\w+)'/g)].map(([, code]) => String(code));
const failureOf = (code: string, reasons: string[] = []) => ({
  code,
  reasons,
  message: 'x',
  status: 400,
  retryAfter: null,
});

test('the client knows many codes', () => expect(codes.length).toBeGreaterThan(80));

test.each(codes)('%s has a sentence of its own', (code) => {
  const { say } = authWords(failureOf(code));
  expect(say).not.toBe('Something went wrong!');
  expect(say).toMatch(/^[A-Z].*[.?!]$/);
  expect(say).not.toContain('_');
});

test('a code nobody knows is the generic text; a weak password says why', () => {
  expect(authWords(failureOf('brand_new')).say).toBe('Something went wrong!');
  expect(authWords(failureOf('weak_password', ['length'])).say).toBe(
    'This password is too weak. It needs at least 8 characters.',
  );
});
