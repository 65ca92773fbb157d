import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/calls/call';

/** Pages of any site may read public answers. Sites in CORS_ORIGINS have got a header of their own. */
export function shareIfPublic({ access, method }: Call, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (access !== 'public' || method !== 'GET' || headers.authorization !== undefined) return;
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
}

/** Names that no stranger can have in the DNS: those without a dot, and those of RFC 6761, 6762, 8375 and `.internal`. */
const localName = /^([^.]+|.+\.(localhost|local|home\.arpa|internal))$/;

function isLocal(hostname: string): boolean {
  return localName.test(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/**
 * Whether a page of another site than this one and the configured ones sent a request. Programs send no Origin: they are no
 * site. Any public name in `Host` may be that of a stranger which leads here; an address or a local name is of this machine, as
 * in a network at home, or while somebody develops.
 */
export function isOfForeignSite({ headers: { origin, host } }: FastifyRequest, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return false;
  if (!URL.canParse(origin)) return true;
  const site = new URL(origin);
  return site.host !== host || !isLocal(site.hostname);
}
