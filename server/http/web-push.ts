import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import { type Posted, post } from './post.ts';

/** The keys of a device, in base64url. */
interface DeviceKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The key that this server signs its messages to push services with. */
export interface VapidKey {
  /** The uncompressed point, in base64url: devices subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: Buffer;
}

const curve = 'prime256v1';
const json64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** The key of a server, which follows from its secret: a new one would end all subscriptions. */
export function vapidKeyOf(secret: Buffer): VapidKey {
  const key = createECDH(curve);
  // Nearly all numbers of this length are keys of the curve: one that is not is hashed once more.
  for (let bytes = derive(secret, Buffer.alloc(0), 'vapid', 32); ; bytes = createHash('sha256').update(bytes).digest())
    try {
      key.setPrivateKey(bytes);
      return { publicKey: key.getPublicKey('base64url'), privateKey: bytes };
    } catch {}
}

/** Encrypts a message for a device as one record (RFC 8291 and 8188). The salt and the key are new for each message. */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: DeviceKeys,
  { salt = randomBytes(16), privateKey }: { readonly salt?: Buffer; readonly privateKey?: Buffer } = {},
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const sender = createECDH(curve);
  if (privateKey === undefined) sender.generateKeys();
  else sender.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender.getPublicKey()]);
  const key = derive(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', derive(key, salt, 'Content-Encoding: aes128gcm\0', 16), nonce);
  // The size of a record is 4096, the length of the sender's key 65; 2 ends the last record.
  const header = Buffer.concat([salt, Buffer.from([0, 0, 16, 0, 65]), sender.getPublicKey()]);
  return Buffer.concat([
    header,
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** The header by which a push service knows this server (RFC 8292), valid for 12 hours. */
export function vapidHeader(audience: string, subject: string, { publicKey, privateKey }: VapidKey, now: Date): string {
  const exp = Math.floor(now.getTime() / 1_000) + 12 * 60 * 60;
  const claims = `${json64({ typ: 'JWT', alg: 'ES256' })}.${json64({ aud: audience, exp, sub: subject })}`;
  const point = Buffer.from(publicKey, 'base64url');
  const [d, x, y] = [privateKey, point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${claims}.${signature}, k=${publicKey}`;
}

export interface PushMessage extends DeviceKeys {
  readonly endpoint: string;
  readonly body: Buffer;
  /** In s: the push service drops the message after it. */
  readonly ttl: number;
  /** A message that waits is replaced by a newer one on the same topic. */
  readonly topic: string;
  readonly urgency: 'high' | 'normal';
}

interface PushOptions {
  readonly key: VapidKey;
  readonly subject: string;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Sends a message to a device by the push service of its browser (RFC 8030). */
export function postPush(
  { endpoint, p256dh, auth, body, ttl, topic, urgency }: PushMessage,
  { key, subject, now, signal }: PushOptions,
): Promise<Posted> {
  const url = new URL(endpoint);
  const headers = {
    authorization: vapidHeader(url.origin, subject, key, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(ttl),
    urgency,
    topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
  };
  return post(url, { headers, body: encryptPush(body, { p256dh, auth }), signal });
}
