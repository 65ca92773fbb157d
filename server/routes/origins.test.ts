import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isOfSite } from './origins.ts';

const site = 'https://pitboard.example';

test.each([
  [site, 'pitboard.example', true],
  [site, 'behind-a-proxy:8080', true],
  ['https://other.example', 'pitboard.example', false],
  // A name of a stranger that leads to this server.
  ['http://stranger.example:8080', 'stranger.example:8080', false],
  ['http://localhost:8080', 'localhost:8080', true],
  ['http://192.168.1.5:8080', '192.168.1.5:8080', true],
  ['http://raspberrypi.local:8080', 'raspberrypi.local:8080', true],
  ['http://race-desk:8080', 'race-desk:8080', true],
  ['http://race-desk:8080', 'other-desk:8080', false],
  ['http://local.stranger.example', 'local.stranger.example', false],
  ['http://notlocal', 'local', false],
  ['http://pc.home.arpa', 'pc.home.arpa', true],
  ['http://[fd00::5]:8080', '[fd00::5]:8080', true],
  ['http://192.168.1.6:8080', '192.168.1.5:8080', false],
  ['null', 'pitboard.example', false],
  [undefined, 'pitboard.example', false],
])('a page of %s at the host %s is of this site: %s', (origin, host, isOwn) => {
  expect(isOfSite({ headers: { origin, host } } as FastifyRequest, [site])).toBe(isOwn);
});
