import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isOfForeignSite } from './origins.ts';

const site = 'https://pitboard.example';

test.each([
  [site, 'pitboard.example', false],
  [site, 'behind-a-proxy:8080', false],
  ['https://other.example', 'pitboard.example', true],
  // A name of a stranger that leads to this server.
  ['http://stranger.example:8080', 'stranger.example:8080', true],
  ['http://localhost:8080', 'localhost:8080', false],
  ['http://192.168.1.5:8080', '192.168.1.5:8080', false],
  ['http://raspberrypi.local:8080', 'raspberrypi.local:8080', false],
  ['http://race-desk:8080', 'race-desk:8080', false],
  ['http://race-desk:8080', 'other-desk:8080', true],
  ['http://local.stranger.example', 'local.stranger.example', true],
  ['http://notlocal', 'local', true],
  ['http://pc.home.arpa', 'pc.home.arpa', false],
  ['http://[fd00::5]:8080', '[fd00::5]:8080', false],
  ['http://192.168.1.6:8080', '192.168.1.5:8080', true],
  ['null', 'pitboard.example', true],
  // A program.
  [undefined, 'pitboard.example', false],
])('a page of %s at the host %s is of another site: %s', (origin, host, isForeign) => {
  expect(isOfForeignSite({ headers: { origin, host } } as FastifyRequest, [site])).toBe(isForeign);
});
