/** A text that is stored encrypted. */
export interface EncryptedText {
  readonly vector: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** Encrypts what is stored of a race that needs a key. */
export interface DelayCipher {
  readonly encrypt: (text: string) => Promise<EncryptedText>;
  /** Rejects where the text was encrypted by another tab, or with another key of the race. */
  readonly decrypt: (encrypted: EncryptedText) => Promise<string>;
}

const secretName = 'pitboard-delay-secret';

/** A random text that this tab alone has, over reloads. A key that a person chose could be guessed by a reader of the disk. */
function tabSecret(): string {
  const stored = sessionStorage.getItem(secretName);
  if (stored !== null) return stored;
  const secret = crypto.getRandomValues(new Uint8Array(32)).join();
  sessionStorage.setItem(secretName, secret);
  return secret;
}

/** Rejects where the browser stores nothing, or encrypts nothing because the page was not loaded over https. */
export async function createDelayCipher(sessionKey: string): Promise<DelayCipher> {
  const source = new TextEncoder().encode(`${tabSecret()} ${sessionKey}`);
  const hash = await crypto.subtle.digest('SHA-256', source);
  const key = await crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    encrypt: async (text) => {
      const vector = crypto.getRandomValues(new Uint8Array(12));
      const algorithm = { name: 'AES-GCM', iv: vector };
      return { vector, bytes: await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text)) };
    },
    decrypt: async ({ vector, bytes }) =>
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: vector }, key, bytes)),
  };
}
