import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush, vapidHeader, vapidKeyOf } from './web-push.ts';

test('a message is encrypted as the example of RFC 8291, appendix A, byte for byte', () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const encrypted = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('a server says who it is by a token of its key, for one push service and 12 hours (RFC 8292)', () => {
  const key = vapidKeyOf(Buffer.alloc(32, 7));
  expect(vapidKeyOf(Buffer.alloc(32, 7))).toEqual(key);
  const now = new Date('2026-11-29T20:00:00.000Z');
  const header = vapidHeader('https://push.example', 'mailto:me@race.example', key, now);
  const [, token = '', publicKey = ''] = /^vapid t=(.+), k=(.+)$/.exec(header) ?? [];
  expect(publicKey).toBe(key.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  const exp = now.getTime() / 1_000 + 43_200;
  expect(read(claims)).toEqual({ aud: 'https://push.example', exp, sub: 'mailto:me@race.example' });
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const verifier = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url'))).toBe(true);
});
