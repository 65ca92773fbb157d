import { isIPv6 } from 'node:net';

/**
 * What the requests of one client have in common: an IPv4 address, or the first 64 bits of an IPv6 address, because
 * whoever has one of those addresses has all of them.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address) || address === '::1') return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = [...(first ?? []), ...(tail === undefined ? [] : zeros), ...(last ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
