import { networkInterfaces } from 'node:os';

/** The addresses of this computer in its networks, private ones first: a console sends there. */
export function listOwnAddresses(): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address);
  const isPrivate = (address: string) => /^(192\.168\.|10\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
  return [...new Set(found)].sort((one, other) => Number(isPrivate(other)) - Number(isPrivate(one)));
}
