import { expect, test } from 'vitest';
import { isLoopback, networkOf, siteOf } from './client-network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::1', '::1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48'],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['10.127.0.1', false],
  ['::12', false],
  ['::ffff:10.0.0.1', false],
])('%s is on this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
