import { cut, type Discord, deleted, openDiscord } from '../fixtures/discord.ts';
import { webhookAddress } from '../fixtures/fixture.ts';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, installClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { expectOneWrite, type Form, press, shows, type User } from './forms/form.ts';
import { test as siteTest } from './site.ts';

const test = siteTest.extend<{ discord: Discord; user: User }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
  discord: async ({}, use) => {
    const discord = await openDiscord();
    await use(discord);
    await discord.close();
  },
  discordOrigin: ({ discord }, use) => use(discord.origin),
  baseURL: ({ site }, use) => use(site.origin),
  /** The owner of a league, at its editor. */
  user: async ({ page, site }, use) => {
    const account = await createAccount(site.origin);
    const call: User['call'] = (method, path, body) => callAs(site.origin, account, method, path, body);
    const { id } = await call('POST', '/api/League', { name: 'Sunday Racing' });
    await startLoggedIn(page, account, site.origin);
    await page.goto(`/dashboard/leagues/${id}/edit`);
    await use({ page, id, email: account.email, username: account.username, call });
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

test('a webhook is set, tried and removed, and messages that failed or may have arrived are shown', async ({
  page,
  site,
  discord,
  user,
}) => {
  const section = page.getByRole('region', { name: 'Discord messages' });
  const address = section.getByLabel('Webhook address');
  await address.fill(webhookAddress.replace('discord.com', 'discord.example'));
  await press('Set webhook')(page);
  await expect(section.getByText('must be the address of a Discord webhook')).toBeVisible();
  await expect(address).toHaveValue(/discord\.example/);
  await expectSound(page);
  await address.fill(webhookAddress);
  await press('Set webhook')(page);
  await expect(section.getByText(`its address ends with ${webhookAddress.slice(-4)}.`)).toBeVisible();
  await section.getByLabel('Reminder of the next event').uncheck();
  await press('Save what is posted')(page);
  await expect(section.getByText('What is posted is saved.')).toBeVisible();
  const sendTest = async (answer: RegExp) => {
    await press('Send a test message')(page);
    await expect(section.getByText('Waits to be sent.')).toBeVisible();
    site.pass(2_000);
    await expect(section.getByRole('listitem').filter({ hasText: answer }).first()).toBeVisible();
  };
  await sendTest(/^Test messageSent/);
  discord.answer(cut);
  await sendTest(/It may have arrived/);
  await expectSound(page);
  await press('Send again: Test message')(page);
  await expect(section.getByText('Waits to be sent.')).toBeVisible();
  site.pass(2_000);
  await expect(section.getByText(/^Sent/)).toHaveCount(2);
  expect(discord.posted.length).toBe(3);
  discord.answer(deleted);
  await sendTest(/Not sent, given up/);
  await expect(section.getByRole('alert').filter({ hasText: 'somebody has deleted it there' })).toBeVisible();
  await expectSound(page);
  await press('Remove webhook')(page);
  await press('Remove webhook')(page);
  // The address can be typed as soon as Discord has deleted the webhook: only the server knows when it is removed here.
  await expect.poll(async () => (await webhook(user)).ending).toBe(null);
  await expect(address).toBeVisible();
  expect((await webhook(user)).reminders).toBe(false);
});

const webhook = ({ id, call }: User) => call('GET', `/api/League/${id}/webhook`);

/** In this order. */
const forms = (pass: (text: RegExp) => Promise<void>, discord: Discord): readonly Form[] => [
  {
    title: 'setting a webhook',
    source: 'dashboard/leagues/WebhookForm.tsx',
    request: ['PATCH', /\/webhook$/],
    fill: ({ page }) => page.getByLabel('Webhook address').fill(webhookAddress),
    submit: press('Set webhook'),
    expectDone: shows(/its address ends with/),
    stored: async (user) => (await webhook(user)).ending,
    one: webhookAddress.slice(-4),
  },
  {
    title: 'choosing what is posted',
    source: 'dashboard/leagues/WebhookSwitches.tsx',
    request: ['PATCH', /\/webhook$/],
    fill: ({ page }) => page.getByLabel('Official standings').uncheck(),
    submit: press('Save what is posted'),
    expectDone: shows('What is posted is saved.'),
    stored: async (user) => (await webhook(user)).standings,
    one: false,
  },
  {
    title: 'sending a test message',
    source: 'dashboard/leagues/ChatSection.tsx',
    request: ['POST', /\/webhook\/test$/],
    submit: press('Send a test message'),
    expectDone: shows('Waits to be sent.'),
    stored: async (user) => (await webhook(user)).deliveries.length,
    one: 1,
  },
  {
    title: 'sending a message again',
    source: 'dashboard/leagues/ChatSection.tsx',
    request: ['POST', /\/deliveries\/[\w-]+$/],
    fill: () => {
      discord.answer(cut);
      return pass(/It may have arrived/);
    },
    submit: press('Send again: Test message'),
    expectDone: shows('Waits to be sent.'),
    stored: async (user) => (await webhook(user)).deliveries.map(({ state }: { state: string }) => state),
    one: ['waiting'],
  },
  {
    title: 'removing a webhook',
    source: 'dashboard/seasons/ConfirmedWrite.tsx',
    request: ['DELETE', /\/webhook$/],
    // While a message is on its way the page looks for what has changed.
    fill: () => pass(/^Sent/),
    submit: async (page) => {
      await press('Remove webhook')(page);
      await press('Remove webhook')(page);
    },
    expectDone: ({ page }) => expect(page.getByLabel('Webhook address', { exact: true })).toBeVisible(),
    stored: async (user) => (await webhook(user)).ending,
    one: null,
  },
];

test('the forms of a webhook say that no answer comes, and write once', async ({ page, site, discord, user }) => {
  test.setTimeout(120_000);
  const address = page.url();
  await page.goto('about:blank');
  await installClock(page);
  await page.goto(address);
  const pass = async (text: RegExp) => {
    site.pass(2_000);
    await expect
      .poll(async () => {
        await page.clock.runFor(3_000);
        return page.getByText(text).filter({ visible: true }).count();
      })
      .toBe(1);
  };
  for (const form of forms(pass, discord)) await test.step(form.title, () => expectOneWrite(user, form));
});
