import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.ts';

/** Where counted visits go, for an operator who asked for that (spec §9). */
const counterHosts = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

/** The policy of pages, built from what this server is set to (quality S3). */
function contentSecurityPolicy(env: Env): string {
  const isCounting = env.analyticsId !== null;
  const counters = isCounting ? counterHosts : [];
  const connect = ["'self'", ...(env.supabase === null ? [] : [env.supabase.url]), ...counters];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...(isCounting ? ['https://www.googletagmanager.com'] : [])].join(' ')}`,
    "style-src 'self'",
    `img-src ${["'self'", 'data:', 'blob:', ...counters].join(' ')}`,
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policies by which the app names its service worker, and the script that counts visits.
    `trusted-types pwa-sw${isCounting ? ' visits' : ''}`,
  ].join('; ');
}

/** JSON loads and frames nothing; a page's policy would be half of a small answer. */
const callPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

type Headers = Readonly<Record<string, string>>;

function shared(env: Env): Headers {
  const strict = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(env.publicUrl.startsWith('https:') ? strict : {}),
  };
}

/** Security headers of a call's answer. */
export function callHeaders(env: Env): Headers {
  return { ...shared(env), 'content-security-policy': callPolicy };
}

/** Sets the security headers of every answer that a call's own `send` does not write: pages, files, refusals. */
export function securityHeaders(env: Env) {
  const ofCalls = callHeaders(env);
  const ofPages: Headers = { ...shared(env), 'content-security-policy': contentSecurityPolicy(env) };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const headers = request.url.startsWith('/api/') ? ofCalls : ofPages;
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  };
}
