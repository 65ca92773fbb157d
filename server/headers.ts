import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.ts';

/** The policy of pages, built from what this server is set to (quality S3). */
function contentSecurityPolicy(env: Env): string {
  const connect = ["'self'", ...(env.supabase === null ? [] : [env.supabase.url])];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** JSON loads and frames nothing; a page's policy would be half of a small answer. */
const callPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sets the security headers of every response before anything else can fail. */
export function securityHeaders(env: Env) {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(env),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(env.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
  const ofCalls = { ...headers, 'content-security-policy': callPolicy };
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(request.url.startsWith('/api/') ? ofCalls : headers);
    done();
  };
}
