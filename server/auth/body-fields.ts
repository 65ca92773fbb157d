import { invalid } from './auth-error.ts';

/** The JSON object of a request, not validated. */
export type Body = Readonly<Record<string, unknown>>;

/** A non-empty text of the body, or null. @throws AuthError 400. */
export function readText(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  if (/\p{Surrogate}|\0/u.test(value)) throw invalid(`${name} contains characters that are not allowed`);
  return value;
}

/** Normalizes an e-mail address to lower case. @throws AuthError 400. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 255 || !/^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email))
    throw invalid('Unable to validate email address: invalid format');
  return email;
}

/** Normalizes a phone number to digits. @throws AuthError 400. */
export function parsePhone(text: string): string {
  const phone = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{6,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
  return phone;
}

/** The metadata that a user stores: an object of at most 16 KiB of JSON. @throws AuthError 400. */
export function readMetadata(body: Body): Record<string, unknown> {
  const { data } = body;
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data)) throw invalid('data must be an object');
  const text = JSON.stringify(data);
  if (text.length > 16_384) throw invalid('data is too large');
  if (/\\u0000|\\ud[89a-f]/i.test(text)) throw invalid('data contains characters that are not allowed');
  const { __proto__: _, ...own } = Object(JSON.parse(text));
  return own;
}
