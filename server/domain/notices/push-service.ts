import { ECDH } from 'node:crypto';

/** Whether a device has sent a point of the curve as its key. */
export function isDeviceKey(p256dh: string): boolean {
  try {
    // Some releases of Node convert an empty key to an empty one.
    return p256dh !== '' && ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === p256dh;
  } catch {
    return false;
  }
}

/** The hosts of the push services of browsers: the addresses of devices come from users. */
const services = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
  /\.push\.apple\.com$/,
];

/** Whether an address is one of a push service of a browser, or on the origin that stands in for them in tests. */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (origin === testOrigin) return true;
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname));
}

const privateHosts = /(^|\.)(localhost|local|invalid|internal|test|home\.arpa)$|^[\d.]+$|^\[|^[^.]+$/;

/** Whom a push service can turn to, as it demands: this site, if everybody can open it, or the operator; null: nobody. */
export function pushSubject(publicUrl: string, operatorEmail: string | null): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' && !privateHosts.test(hostname)) return publicUrl;
  if (operatorEmail !== null && !privateHosts.test(operatorEmail.slice(operatorEmail.lastIndexOf('@') + 1)))
    return `mailto:${operatorEmail}`;
  return null;
}

/** What a server lacks whose push is off. */
export const pushNeeds =
  'Push is off on this server: PUBLIC_URL must be an https address that everybody can open, or OPERATOR must have an e-mail address.';
