import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { LivePublisher } from '../../recorder/live-publisher.ts';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { createSimulatedRace } from '../simulator/simulated-race.ts';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { expectSound } from './checks.ts';
import { waitForCached } from './device.ts';
import { totalOf, watchLayoutShifts } from './layout-shifts.ts';
import { test as base, installApp } from './site.ts';

const id = '01900000-0000-7000-8000-0000000000aa';

/** A simulated race that runs on the site, from its third minute on. */
const test = base.extend<{ race: { readonly end: () => Promise<void> } }>({
  race: async ({ site, page }, use) => {
    const clock = setInterval(() => site.api.pass(100), 100);
    const field = createField(createRandom('a'), 22);
    const startsAt = new Date(Date.now() - 180_000).toISOString();
    const race = createSimulatedRace({ seed: 'a', track: Track.Monza, field, startsAt, minutes: 16 });
    const publisher = new LivePublisher({
      server: site.origin,
      token: () => site.api.tokenOf('Max'),
      id,
      publishUrl: (url) => new URL(new URL(url).pathname, site.origin.replace('http', 'ws')).toString(),
      warn: (text) => expect(text).toBe(''),
    });
    await publisher.start();
    const send = (time: number) => publisher.update(toDocument(race.at(time)), time);
    send(180_000);
    const timer = setInterval(() => send(Date.now() - Date.parse(startsAt)), 100);
    await use({
      end: async () => {
        clearInterval(timer);
        send(race.duration);
        await publisher.end();
      },
    });
    // A page that is open would report the connection that it loses.
    await page.goto('about:blank');
    clearInterval(timer);
    publisher.stop();
    clearInterval(clock);
  },
});

test('a race on home is followed to its map, where cars move, and to its result when it ends', async ({
  page,
  site,
  race,
}) => {
  await page.goto(`${site.origin}/home`);
  await page
    .getByRole('region', { name: 'Running now' })
    .getByRole('link', { name: /Monza Race/ })
    .click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const map = page.getByRole('img', { name: /^Map of Monza, \d\d cars on the track, in order/ });
  await expect(map).toBeVisible();
  const picture = () => map.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const first = await picture();
  await expect.poll(picture).not.toBe(first);
  await expectSound(page);
  // A part of a page that cannot be loaded costs that part alone.
  await page.route(/\/RaceStory-[^/]+\.js$/, (route) => route.abort());
  // The app loads a page anew once whose part is missing.
  const reloaded = page.waitForEvent('load');
  await race.end();
  await reloaded;
  await expect(page).toHaveURL(/\/sessions\//);
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  await expect(heading(page)).toHaveText('Monza Race');
});

test('a race that is opened on a slow phone does not jump when its first picture comes', async ({
  page,
  site,
  race: _,
}) => {
  const { shifts } = await watchLayoutShifts(page);
  await page.goto(`${site.origin}/live/${id}`);
  await expect(page.getByRole('table').getByRole('row').nth(22)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
  await waitForDeferredShell(page);
  const seen = await shifts();
  expect([totalOf(seen) <= 0.02, seen]).toEqual([true, seen]);
});

test('without an outline the lap is a straight line until cars have driven it, with the same cars', async ({
  page,
  site,
  race: _,
}) => {
  const none = { trackId: Track.Monza, length: null, points: [], source: null };
  await page.route('**/api/Tracks/*/outline', (route) => route.fulfill({ json: none }));
  await page.goto(`${site.origin}/live/${id}?tab=map`);
  await expect(page.getByText('One lap, from the start line to the finish')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Map of Monza, \d\d cars on the track/ })).toBeVisible();
});

test('the race of an event shows the championship as it would be now', async ({ page, site, race: _ }) => {
  const { api, seasonId, sessionId } = site;
  const params = { seasonId };
  const opened = await api.get('addEvent', { as: 'Max', params, body: { track: Track.Spa } });
  const first = { seasonId, eventId: opened.events[0]?.id ?? '', sessionId };
  await api.get('addEventSession', { as: 'Max', params: first });
  const { events } = await api.get('addEvent', { as: 'Max', params, body: { track: Track.Monza } });
  const eventId = events.at(-1)?.id ?? '';
  await api.get('updateEvent', { as: 'Max', params: { seasonId, eventId }, body: { liveId: id } });
  await page.goto(`${site.origin}/live/${id}`);
  // One of the two cars of each team has a bar in two halves.
  await expect(page.getByRole('table', { name: 'Timing' }).locator('.notched')).toHaveCount(11);
  await page.getByRole('link', { name: 'Points', exact: true }).click();
  const table = page.getByRole('table', { name: 'The championship if the race ended now' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Show all 23' }).click();
  await expect(table.getByRole('row')).toHaveCount(24);
  await expect(table.getByRole('row', { name: /Ada Swift/ })).toContainText('25');
  await expectSound(page);
  await page.getByRole('link', { name: 'Car Park Season' }).click();
  await expect(heading(page)).toHaveText('Car Park Season');
  await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
  // A menu of a single link is that link.
  const track = page.getByRole('link', { name: 'Track map and sessions of Monza' });
  await expect(track).toHaveAttribute('href', `/tracks/${Track.Monza}`);
  await expect(page.getByRole('button', { name: 'More about Monza' })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('link', { name: 'Watch live' }).click();
  await expect(heading(page)).toHaveText(/^Monza · Race · Round \d+ · .*Car Park Season$/);
  await api.get('addLeagueSeason', { as: 'Max', params: { leagueId: site.leagueId, seasonId } });
  // The pages that drivers open lead to its race.
  for (const path of [`/seasons/${seasonId}`, `/leagues/${site.leagueId}`]) {
    await page.goto(`${site.origin}${path}`);
    const live = page.getByRole('link', { name: /Live now · Round \d+ ?Monza/ });
    await expect(live).toHaveAttribute('href', `/live/${id}`);
    await expectSound(page);
  }
  await page.getByRole('link', { name: /Live now/ }).click();
  await expect(heading(page)).toHaveText(/^Monza · Race · Round \d+ · .*Car Park Season$/);
});

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a round has the outline of its track, and again without a network', async ({
    page,
    context,
    site: { api, origin, seasonId },
  }) => {
    for (const track of [Track.Monza, Track.Hanoi])
      await api.get('addEvent', { as: 'Max', params: { seasonId }, body: { track } });
    await installApp(page, `${origin}/seasons/${seasonId}?tab=calendar`);
    const number = (track: string) => page.getByRole('listitem').filter({ hasText: track }).locator('b + span');
    await expect(number('Monza').locator('svg')).toBeVisible();
    // The place of an outline that is not known is free.
    const sizes = await Promise.all(['Monza', 'Hanoi'].map((track) => number(track).boundingBox()));
    expect(sizes.map((each) => [each?.width, each?.height])).toEqual(Array(2).fill([24, 24]));
    await expect(number('Hanoi')).toBeEmpty();
    const outline = addressOf(calls.getOutline, { trackId: String(Track.Monza) });
    await waitForCached(page, [outline, addressOf(calls.getSeason, { id: seasonId })]);
    await context.setOffline(true);
    await page.reload();
    await expect(number('Monza').locator('svg')).toBeVisible();
  });

  test('a track shows its map and its sessions, and both again without a network', async ({ page, context, site }) => {
    await page.goto(`${site.origin}/tracks/${Track.Monza}`);
    await expect(page.getByRole('img', { name: 'Map of Monza' })).toBeVisible();
    await expect(page.getByText('5.798 km')).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: /Ada Swift/ }).click();
    await expect(page.getByRole('link', { name: 'Track map' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Track map' }).click();
    await expect(page.getByText('5.798 km')).toBeVisible();
    await expect(page.getByRole('link', { name: /Ada Swift/ })).toBeVisible();
  });
});
