import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/api/requests';
import { forbidden } from '../http/problem.ts';

/** Pages of any site may read public answers. Sites in CORS_ORIGINS have got a header of their own. */
export function shareIfPublic({ access, method }: Endpoint, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (access !== 'public' || method !== 'GET' || headers.authorization !== undefined) return;
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
}

/** Names that no stranger can have in the DNS: those without a dot, and those of RFC 6761, 6762, 8375 and `.internal`. */
const localName = /^([^.]+|.+\.(localhost|local|home\.arpa|internal))$/;

function isLocal(hostname: string): boolean {
  return localName.test(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/**
 * Whether a page of this site or of a configured one sent a request. Any public name in `Host` may be that of a stranger which
 * leads here; an address or a local name is of this machine, as in a network at home, or while somebody develops.
 */
export function isOfSite({ headers: { origin, host } }: FastifyRequest, origins: readonly string[]): boolean {
  if (origin === undefined) return false;
  if (origins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const site = new URL(origin);
  return site.host === host && isLocal(site.hostname);
}

/** Recorders are programs that send no Origin; their token identifies them. @throws Problem 403 for other sites. */
export function checkRecorderOrigin({ headers: { origin } }: FastifyRequest, isOwnSite: boolean): void {
  if (origin !== undefined && !isOwnSite) throw forbidden('This site may not connect.');
}
