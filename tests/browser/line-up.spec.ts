import { Track } from '#contract/enumerations';
import { eventPath } from '#contract/pages/event-path';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound } from './checks.ts';
import { createPerson } from './person.ts';
import { test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, baseURL: ({ site }, use) => use(site.origin) });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

const idOf = (index: number) => `01900000-0000-7000-8000-0000000000c${index}`;
const drivers = ['Ann', 'Ben', 'Cleo', 'Dino'] as const;

test('a driver says out in one tap, a reserve who said in gets the seat, and the admin changes one', {
  tag: '@phone',
}, async ({ page, site, browser, failOnErrors }) => {
  test.slow();
  const { origin } = site;
  const [owner, driver, reserve] = [
    await createAccount(origin),
    await createAccount(origin),
    await createAccount(origin),
  ];
  const { id } = await callAs(origin, owner, 'POST', '/api/Seasons', { name: 'Spring Cup' });
  const startsAt = new Date(Date.now() + 130 * 60 * 60_000).toISOString();
  const added = { track: Track.Monza, startsAt };
  const { events } = await callAs(origin, owner, 'POST', `/api/Seasons/${id}/events`, added);
  const eventId = events[0].id;
  const roster = drivers.map((name, index) => ({
    id: idOf(index),
    name,
    number: index + 1,
    team: index < 2 ? ['Aurora', 'Lanza'][index] : null,
    isReserve: index > 1,
  }));
  await callAs(origin, owner, 'PUT', `/api/Seasons/${id}/roster`, { roster });
  for (const [account, driverId] of [
    [driver, idOf(0)],
    [reserve, idOf(2)],
  ] as const) {
    const [claim] = await callAs(origin, account, 'POST', `/api/Seasons/${id}/claims`, { driverId });
    await callAs(origin, owner, 'PATCH', `/api/Seasons/${id}/claims/${claim.id}`);
  }
  await callAs(origin, reserve, 'PUT', `/api/Seasons/${id}/events/${eventId}/answer`, { value: 'in' });

  // The driver lands on the season.
  await startLoggedIn(page, driver, origin);
  await page.goto(`/seasons/${id}`);
  const next = page.getByRole('region', { name: 'Your next event' });
  await expect(next.getByRole('status')).toContainText('unless you say no. Answer by');
  await expectSound(page);
  const person = createPerson();
  await person.tap(next.getByRole('button', { name: 'Out' }));
  await expect(next.getByRole('status')).toHaveText('You do not drive.');
  expect(person.taps()).toBe(1);
  await page.reload();
  await expect(next.getByRole('button', { name: 'Out' })).toHaveAttribute('aria-pressed', 'true');
  // Where they land otherwise, too; without a network it says so.
  await page.goto('/dashboard');
  await expect(next.getByRole('button', { name: 'Out' })).toHaveAttribute('aria-pressed', 'true');
  await page.context().setOffline(true);
  await next.getByRole('button', { name: 'In', exact: true }).tap();
  await expect(next.getByRole('alert')).toContainText('offline');
  await page.context().setOffline(false);

  await page.goto(`/seasons/${id}?tab=calendar`);
  // What is below the answer moves down when it is drawn, under a finger that is quicker.
  await expect(next.getByRole('button', { name: 'Out' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('listitem').getByRole('link', { name: 'Line-up' }).tap();
  const sheet = page.getByRole('dialog');
  const seats = sheet.getByRole('listitem');
  await expect(seats).toHaveText(['3CleoAurora · for Ann', '2BenLanza']);
  await expectSound(page);

  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  await useOwnIpAddress(context);
  await failOnErrors(context);
  const admin = await context.newPage();
  await startLoggedIn(admin, owner, origin);
  await admin.goto('/dashboard/race-night');
  const editor = admin.getByRole('region', { name: 'Line-up' });
  await editor.getByLabel('Driver in the seat of Ben').selectOption('Dino');
  await expect(editor.getByRole('button', { name: 'Left out: Ben' })).toBeVisible();
  await expectSound(admin);
  await context.close();

  await page.reload();
  await expect(seats).toHaveText(['3CleoAurora · for Ann', '4DinoLanza · for Ben']);

  await page.goto(`/seasons/${id}?tab=share`);
  await page.getByLabel('What the picture shows').selectOption('R1 Monza · Line-up');
  await expect(page.getByRole('img', { name: 'What is shared' })).toBeVisible();
  const calendar = await (await fetch(`${origin}/api/Seasons/${id}/calendar.ics`)).text();
  expect(calendar.replaceAll('\r\n ', '')).toContain('Line-up: Cleo (Aurora)\\, Dino (Lanza)');

  // A notice links to the event: one tap on it, and one to answer.
  await page.goto('/dashboard');
  await page.goto(eventPath(id, eventId));
  const button = sheet.getByRole('button', { name: 'In', exact: true });
  await expect(button).toBeInViewport();
  await person.tap(button);
  await expect(sheet.getByRole('status').first()).toHaveText('You drive for Aurora.');
  await expect(seats).toHaveText(['1AnnAurora', '4DinoLanza · for Ben']);
});
