import { domainToASCII } from 'node:url';
import { fieldsOf } from '#contract/json/fields-of';
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

/** Letters, digits and the signs of RFC 5322's atoms; invisible characters and lists of addresses do not fit. */
const emailShape =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])$/u;

/** An e-mail address as it is stored: lower case, its domain as in DNS. Other texts become no stored address. */
export function normalizeEmail(text: string): string {
  const written = text.trim().normalize('NFC').toLowerCase();
  const at = written.lastIndexOf('@');
  return at < 1 ? written : `${written.slice(0, at)}@${domainToASCII(written.slice(at + 1))}`;
}

/** Normalizes an e-mail address. @throws AuthError 400. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (Buffer.byteLength(email) > 255 || !emailShape.test(email))
    throw invalid('Unable to validate email address: invalid format');
  return email;
}

/** Normalizes a phone number to digits. @throws AuthError 400. */
export function parsePhone(text: string): string {
  const phone = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  if (!/^[1-9]\d{6,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
  return phone;
}

/** The limit of a user's own data, as JSON in UTF-8, in bytes. */
const metadataLimit = 4_096;

/** @throws AuthError 400 when this is more than a user can store. */
export function requireSmall(metadata: Readonly<Record<string, unknown>>): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataLimit)
    throw invalid('data is too large: it may have 4 kB of JSON');
}

/** The metadata of a request: an object of at most 4 KiB of JSON. @throws AuthError 400. */
export function readMetadata(body: Body): Record<string, unknown> {
  const { data } = body;
  if (data === undefined || data === null) return {};
  if (typeof data !== 'object' || Array.isArray(data)) throw invalid('data must be an object');
  requireSmall(fieldsOf(data));
  const text = JSON.stringify(data);
  if (/\\u0000|\\ud[89a-f]/i.test(text)) throw invalid('data contains characters that are not allowed');
  const { __proto__: _, ...own } = fieldsOf(JSON.parse(text));
  return own;
}
