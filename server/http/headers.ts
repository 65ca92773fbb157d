import type { FastifyInstance } from 'fastify';
import type { Env } from '../settings/env.ts';

/** Hosts of Google Analytics, for an operator who configures an ANALYTICS_ID. */
const analyticsHosts = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];

/** The sources of what is written into a rendered page, as a policy has them. */
export interface InlineSources {
  readonly style: string;
  readonly script: string;
}

/**
 * The Content-Security-Policy of pages. It allows only the hosts that the settings of this server need. The elements of a
 * rendered page have style attributes.
 */
export function pagePolicy(env: Env, inline: InlineSources | null = null): string {
  const hasAnalytics = env.analyticsId !== null;
  const scripts = [
    ...(inline === null ? [] : [inline.script]),
    ...(hasAnalytics ? ['https://www.googletagmanager.com'] : []),
  ];
  const styles = inline === null ? '' : ` ${inline.style}; style-src-attr 'unsafe-inline'`;
  const analytics = hasAnalytics ? analyticsHosts : [];
  const connect = ["'self'", ...(env.supabase === null ? [] : [env.supabase.url]), ...analytics];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src 'self'${styles}`,
    `img-src ${["'self'", 'data:', 'blob:', ...analytics].join(' ')}`,
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // The dashboard shows an overlay as it will be on a stream.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The app uses these policies for the URLs of the service worker, of the worker that converts files, and of analytics.
    `trusted-types pwa-sw session-files${hasAnalytics ? ' visits' : ''}`,
  ].join('; ');
}

/**
 * The policy of overlays. Any site and any file may frame them: `frame-ancestors *` would refuse files. Streaming software
 * adds styles of its user to them, older versions by `innerHTML`. They have no session, no form and no links.
 */
const overlayPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A JSON response loads nothing, so it gets a short policy: the policy of pages would double a small response. */
const callPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

type Headers = Readonly<Record<string, string>>;

function sharedHeaders(env: Env): Headers {
  const strict = { 'strict-transport-security': 'max-age=31536000' };
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(env.publicUrl.startsWith('https:') ? strict : {}),
  };
}

/** Security headers of a call's response. */
export function callHeaders(env: Env): Headers {
  return { ...sharedHeaders(env), 'content-security-policy': callPolicy };
}

/** Security headers of a page. */
export function pageHeaders(env: Env): Headers {
  return { ...sharedHeaders(env), 'content-security-policy': pagePolicy(env) };
}

function overlayHeaders(env: Env): Headers {
  return {
    ...sharedHeaders(env),
    'content-security-policy': overlayPolicy,
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  };
}

/** Gives every response security headers before anything else: pages, files and errors. A route can set others. */
export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const forCalls = callHeaders(env);
  const forPages = pageHeaders(env);
  const forOverlays = overlayHeaders(env);
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request;
    reply.headers(url.startsWith('/api/') ? forCalls : url.startsWith('/overlay/') ? forOverlays : forPages);
    done();
  });
}
