import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { failureWords, fieldErrorOf } from './failure-words.ts';

const list = join(import.meta.dirname, '../../node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts');
const codes = [...readFileSync(list, 'utf8').matchAll(/'(\w+)'/g)].map(([, code]) => String(code));
const refusal = (code: string, reasons: string[] = []) =>
  createFailure('problem', { code, reasons, message: 'x', status: 400 });

test('the list of codes is found', () => expect(codes.length).toBeGreaterThan(80));

test.each(codes)('%s has a sentence of its own', (code) => {
  const { text } = failureWords(refusal(code));
  expect(text).not.toBe('Something went wrong!');
  expect(text).toMatch(/^[A-Z].*[.?!]$/);
  expect(text).not.toContain('_');
});

test.each(['brand_new', 'constructor', 'toString'])('the unknown code %s gives the generic text', (code) => {
  expect(failureWords(refusal(code))).toEqual({ text: 'Something went wrong!', link: null });
});

test('a weak password says why, at its field', () => {
  const text = 'This password is too weak. It needs at least 8 characters.';
  const failure = refusal('weak_password', ['length']);
  expect([failureWords(failure).text, fieldErrorOf(failure, 'password'), fieldErrorOf(failure, 'email')]).toEqual([
    text,
    text,
    null,
  ]);
});

test.each([
  [createFailure('offline'), 'You are offline. Nothing was saved.'],
  [
    createFailure('unreachable'),
    'Can’t reach the server. It may have done this all the same; trying again does no harm.',
  ],
  [createFailure('mismatch'), 'This Wi-Fi wants you to sign in. Nothing was saved.'],
  [createFailure('unexpected', { status: 500 }), 'The server has a fault. Nothing was saved.'],
  [
    createFailure('aborted'),
    'You stopped waiting. The server may have done it all the same; trying again does no harm.',
  ],
  [
    createFailure('outdated', { message: 'An unexpected server error occurred.' }),
    'A part of Pitboard could not be loaded, and nothing was sent. Reload the page, then try again.',
  ],
  [createFailure('problem', { status: 422, problem: { detail: 'Too long.' } }), 'Too long.'],
  [
    createFailure('problem', { code: 'otp_expired', isAfterUnanswered: true }),
    'This link has expired or was used before. An earlier try had no answer: the server may have done it then.',
  ],
  [createFailure('problem', { status: 401, problem: {} }), 'Your session has ended. Log in again.'],
  [createFailure('problem', { status: 429, problem: {} }), 'Too many attempts. Wait, then try again.'],
])('%o', (failure, text) => {
  expect(failureWords(failure).text).toBe(text);
});

test.each([
  [createFailure('offline'), 'You are offline. You are not logged in.'],
  [createFailure('unreachable'), 'Can’t reach the server. You are not logged in.'],
  [createFailure('aborted'), 'You stopped waiting. You are not logged in.'],
  [createFailure('problem', { status: 429, problem: {} }), 'Too many attempts. Wait, then try again.'],
])('%o where nothing would be stored', (failure, text) => {
  expect(failureWords(failure, 'You are not logged in.').text).toBe(text);
});

test('a field error of the API is shown at its field', () => {
  const failure = createFailure('problem', { fieldErrors: [{ path: 'name', message: 'is too long' }] });
  expect([fieldErrorOf(failure, 'name'), fieldErrorOf(failure, 'website')]).toEqual(['This is too long.', null]);
});
