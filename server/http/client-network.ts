import { isIPv6 } from 'node:net';

const loopback = /^(::ffff:)?127\.|^::1$/;

/** Whether a client is on this machine, as a reverse proxy may be that connects for all clients. */
export function isLoopback(address: string): boolean {
  return loopback.test(address);
}

/**
 * The network of a client: an IPv4 address, or the first 64 bits of an IPv6 address, because one client has all of those
 * addresses.
 */
export function networkOf(address: string): string {
  return prefixOf(address, 64);
}

/** The addresses of one customer of a provider: an IPv4 address, or the first 48 bits of an IPv6 address. */
export function siteOf(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: 48 | 64): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address) || address === '::1') return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = [...(first ?? []), ...(tail === undefined ? [] : zeros), ...(last ?? [])];
  const prefix = groups.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/${bits}`;
}
