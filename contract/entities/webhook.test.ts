import * as v from 'valibot';
import { expect, test } from 'vitest';
import { WebhookAddress, webhookIn } from './webhook.ts';

const token = 'a1-_'.repeat(17);
const address = `https://discord.com/api/webhooks/223704706495545344/${token}`;

test('the address of a webhook is its number and its token', () => {
  expect(v.parse(WebhookAddress, ` ${address}\n`)).toBe(address);
  expect(webhookIn(address)).toEqual({ id: '223704706495545344', token });
});

test.each([
  address.replace('https:', 'http:'),
  address.replace('discord.com', 'discordapp.com'),
  address.replace('discord.com', 'ptb.discord.com'),
  address.replace('discord.com', 'discord.com:8443'),
  address.replace('discord.com', 'discord.com.evil.test'),
  address.replace('discord.com', 'evil.test@discord.com'),
  address.replace('discord.com', 'discord.com@127.0.0.1'),
  address.replace('discord.com', '127.0.0.1'),
  address.replace('discord.com', '[::1]'),
  address.replace('discord.com', '[::ffff:169.254.169.254]'),
  address.replace('discord.com', '2130706433'),
  address.replace('discord.com', 'localhost'),
  address.replace('discord.com', 'discord.com.'),
  address.replace('discord.com', 'discord'),
  address.replace('discord.com', 'DISCORD.COM'),
  address.replace('discord.com', 'dіscord.com'),
  `${address}/slack`,
  `${address}?wait=true`,
  `${address}#x`,
  `${address}/../../users/@me`,
  address.replace('webhooks/', 'webhooks/../../'),
  address.replace('/api/', '/api/v10/'),
  address.replace('223704706495545344', '1'),
  address.replace(token, 'short'),
  address.replace(token, `${token}%2F..`),
  `x ${address}`,
  `${address}\n${address}`,
  '',
])('%s is refused', (given) => {
  expect(v.safeParse(WebhookAddress, given).success).toBe(false);
  expect(() => webhookIn(given)).toThrow('not the address of a webhook');
});
