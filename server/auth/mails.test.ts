import { expect, test } from 'vitest';
import { writeMail } from './mails.ts';

const kinds = ['signup', 'recovery', 'email_change', 'email_change_current', 'reauthentication'] as const;

test.each(kinds)('a mail of the kind %s is written in whole sentences, with its code or its link', (kind) => {
  const link = kind === 'reauthentication' ? null : 'https://race.example/login?token_hash=a';
  const { text } = writeMail({ kind, to: 'ada@example.test', link, code: '12345678' });
  const paragraphs = text.split('\n\n');
  expect(paragraphs.filter((paragraph) => !/^\p{Lu}/u.test(paragraph))).toEqual(link === null ? [] : [link]);
  expect(paragraphs[1]).toMatch(/^You get this e-mail because .+\.$/);
  expect(text.includes('12345678')).toBe(link === null);
});
