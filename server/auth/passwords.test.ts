import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const [composed, decomposed] = ['Grün und süß 1'.normalize('NFC'), 'Grün und süß 1'.normalize('NFD')];

test('a password is the same in all forms of Unicode, and another one is not', async () => {
  for (const chosen of [composed, decomposed]) {
    const stored = await hashPassword(chosen);
    expect(await verifyPassword(stored, composed)).toBe(true);
    expect(await verifyPassword(stored, decomposed)).toBe(true);
    expect(await verifyPassword(stored, 'Grun und suss 1')).toBe(false);
  }
});

test('a password that an earlier release has hashed as it was written stays valid', async () => {
  expect(await verifyPassword(await hash(decomposed), decomposed)).toBe(true);
});
