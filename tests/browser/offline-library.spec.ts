import type { Page } from 'playwright/test';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { expect, type Fixtures, heading, isLong, waitForDeferredShell } from './base-test.ts';
import { cachedResponses, clearBrowserCache, limitStorage } from './device.ts';
import { installApp, type Site, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

let seed = 1;
/** A time below one minute in ms; all are different, so that the database cannot compress them. */
function time(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % 60_000;
}

/** Laps of one driver, about 20 kB. */
function laps() {
  return Array.from({ length: 200 }, () => ({
    lapTime: 60_000 + time(),
    sector1Time: time(),
    sector2Time: time(),
    sector3Time: time(),
    invalidLap: false,
  }));
}

/** Creates a season whose one event has `count` sessions; `name` is the first driver of each. */
async function createSeason({ api }: Site, count: number, name: (index: number) => string, track: Track = Track.Monza) {
  const season = await api.get('createSeason', { as: 'Max', body: { name: 'Winter Cup' } });
  const body = { events: [{ track, name: 'Opener', startsAt: null }] };
  const { events } = await api.get('addEvents', { as: 'Max', params: { seasonId: season.id }, body });
  const sessionIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await api.get('createSession', {
      as: 'Max',
      body: upload({
        internalSessionId: String(1_000 + index),
        sessionType: index % 2 === 0 ? SessionType.Race : SessionType.Q1,
        drivers: [0, 1, 2].map((carIndex) =>
          driver({
            carIndex,
            name: carIndex === 0 ? name(index) : `Rival ${carIndex}`,
            finishingPosition: carIndex + 1,
            lapTimes: laps(),
          }),
        ),
      }),
    });
    sessionIds.push(id);
  }
  for (let from = 0; from < count; from += 100) {
    const params = { seasonId: season.id, eventId: events.at(-1)?.id ?? '' };
    const part = { sessionIds: sessionIds.slice(from, from + 100) };
    await api.get('addEventSessions', { as: 'Max', params, body: part });
  }
  return { seasonId: season.id, sessionIds };
}

test('a season that is kept offline opens with all its sessions, and links to other pages have a badge', async ({
  page,
  site,
  context,
}) => {
  const { seasonId, sessionIds } = await createSeason(site, 3, (index) => `Driver ${index}`);
  const longTitle = { internalSessionId: '88', trackId: Track.Austria, sessionType: SessionType.SprintShootout1 };
  const { id: otherId } = await site.api.get('createSession', { as: 'Max', body: upload(longTitle) });
  await installApp(page, `${site.origin}/home`);
  await page.goto(`${site.origin}/seasons/${seasonId}`);
  await page.getByRole('button', { name: 'Keep offline: Winter Cup' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline: Winter Cup' })).toHaveAttribute('aria-pressed', 'true');
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await clearBrowserCache(context, later);
  await later.goto(`${site.origin}/sessions/${sessionIds[0]}`);
  await expect(later.getByRole('heading', { name: 'Position by lap' })).toBeVisible();
  for (const [index, id] of sessionIds.entries()) {
    await later.goto(`${site.origin}/sessions/${id}?tab=results`);
    await expect(later.getByText(`Driver ${index}`).filter({ visible: true }).first()).toBeVisible();
  }
  await later.goto(`${site.origin}/home`);
  const statusLine = later.getByRole('status').filter({ hasText: 'Show saved pages' });
  await expect(statusLine).toHaveText('Can’t reach the server. Show saved pages');
  await context.setOffline(true);
  await expect(statusLine).toHaveText('You are offline. Show saved pages');
  const unavailable = later.locator(`a[href="/sessions/${otherId}"]`);
  await expect(unavailable.getByText('Not on this device')).toBeVisible();
  const truncated = await unavailable
    .locator('.truncate')
    .evaluateAll((lines) =>
      lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent),
    );
  expect(truncated).toEqual([]);
  await expect(later.locator(`a[href="/sessions/${sessionIds[0]}"]`)).not.toContainText('Not on this device');
  await unavailable.click();
  await expect(later.getByText('This session isn’t saved on this device')).toBeVisible();

  await waitForDeferredShell(later);
  await later.getByRole('link', { name: 'On this device', exact: true }).click();
  const list = later.getByRole('dialog', { name: 'On this device' });
  await expect(list.getByRole('link', { name: /^Winter Cup \d+ kB$/ })).toBeVisible();
  await list.getByRole('button', { name: 'Remove Winter Cup from this device' }).click();
  await expect(list.getByText('Nothing kept yet')).toBeVisible();
  // The list is shorter at once; the stored responses follow.
  const keptSession = addressOf(calls.getSession, { id: String(sessionIds[1]) });
  await expect.poll(async () => (await cachedResponses(later)).addresses).not.toContain(keptSession);
});

test('removing an item in the list moves focus to the next one and changes the button of its page', async ({
  page,
  site,
}) => {
  const { seasonId } = await createSeason(site, 1, (index) => `Driver ${index}`);
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  await page.getByRole('button', { name: 'Keep offline: Monza Race' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline: Monza Race' })).toBeVisible();
  await page.goto(`${site.origin}/seasons/${seasonId}`);
  await page.getByRole('button', { name: 'Keep offline: Winter Cup' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline: Winter Cup' })).toBeVisible();

  await waitForDeferredShell(page);
  await page.getByRole('link', { name: 'On this device', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'On this device' });
  await list.getByRole('button', { name: 'Remove Winter Cup from this device' }).click();
  await expect(list.getByRole('button', { name: 'Remove Monza Race from this device' })).toBeFocused();
  await list.getByRole('button', { name: 'Remove Monza Race from this device' }).click();
  await expect(list.getByText('Nothing kept yet')).toBeVisible();
  await expect(list.getByRole('group', { name: 'Kept offline' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep offline: Winter Cup' })).toBeVisible();
});

test('a kept event that has grown offers the rest, and its button removes it again', async ({ page, site }) => {
  const { seasonId } = await createSeason(site, 2, (index) => `Driver ${index}`);
  await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
  const menu = page.getByRole('button', { name: 'More about Opener' });
  await menu.click();
  const event = page.getByRole('button', { name: /: Opener, Winter Cup$/ });
  await event.click();
  await expect(event).toHaveAccessibleName('Kept offline: Opener, Winter Cup');
  const { id } = await site.api.get('createSession', { as: 'Max', body: upload({ internalSessionId: '77' }) });
  const season = await site.api.get('getSeason', { params: { id: seasonId } });
  await site.api.get('addEventSessions', {
    as: 'Max',
    params: { seasonId, eventId: season.events[0]?.id ?? '' },
    body: { sessionIds: [id] },
  });
  await page.reload();
  await menu.click();
  await expect(event).toHaveAccessibleName('Get the rest, 6 of 8 stored: Opener, Winter Cup');
  await event.click();
  await expect(event).toHaveAccessibleName('Kept offline: Opener, Winter Cup');
  await event.click();
  await expect(event).toHaveAccessibleName('Keep offline: Opener, Winter Cup');
});

test('an event of an unknown track, of which only the sessions can be kept, has that button in its row', async ({
  page,
  site,
}) => {
  const { seasonId } = await createSeason(site, 1, (index) => `Driver ${index}`, Track.Unknown);
  await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
  await page.getByRole('button', { name: 'Keep offline: Opener, Winter Cup' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline: Opener, Winter Cup' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More about Opener' })).toBeHidden();
});

test.describe('many sessions on a device', () => {
  test.setTimeout(300_000);

  /** Reads all `count` sessions of a season on a new device with `quota` bytes of storage. */
  async function readAll(
    { site, openProfile }: { site: Site } & Pick<Fixtures, 'openProfile'>,
    count: number,
    quota: number,
  ) {
    const { seasonId, sessionIds } = await createSeason(site, count, (index) => `Driver ${index}`);
    const page = await openProfile('phone');
    // Before the first write: Chromium measures the storage only twice a minute.
    await limitStorage(page.context(), page, site.origin, quota);
    await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
    await expect(heading(page)).toHaveText('Winter Cup');
    // The server has rendered the links: they read nothing ahead before the app has taken the page over.
    await waitForDeferredShell(page);
    /** A link that is hovered reads its page ahead. */
    const readAhead = (index: number) =>
      page.locator(`a[href^="/sessions/${sessionIds[index]}"]`).first().dispatchEvent('pointerover');
    for (const [index, id] of sessionIds.entries()) {
      const response = page.waitForResponse(site.origin + addressOf(calls.getSession, { id }));
      await readAhead(index);
      await (await response).finished();
    }
    /** Numbers of the sessions that are stored on the device. */
    const storedSessions = async () => {
      const { addresses } = await cachedResponses(page);
      return sessionIds.flatMap((id, index) =>
        addresses.includes(addressOf(calls.getSession, { id })) ? [index] : [],
      );
    };
    return { page, storedSessions, readAhead };
  }

  async function expectPagesToOpen(page: Page, site: Site): Promise<void> {
    await page.locator('a[href^="/sessions/"]').first().click();
    await expect(page.getByText('Driver 0').filter({ visible: true }).first()).toBeVisible();
    await page.goto(`${site.origin}/leagues`);
    await expect(page.getByText('Car Park League')).toBeVisible();
  }

  test('without storage are readable, and none is stored', async ({ site, openProfile }) => {
    // To Chromium a quota of 0 means no limit.
    const { page, storedSessions } = await readAll({ site, openProfile }, isLong ? 200 : 20, 1);
    await expectPagesToOpen(page, site);
    expect(await storedSessions()).toEqual([]);
  });

  test('with 200 kB are readable, to keep them all offline is refused, and what is read with room again is stored', async ({
    site,
    openProfile,
  }) => {
    const { page, storedSessions, readAhead } = await readAll({ site, openProfile }, isLong ? 200 : 20, 200_000);
    await page.getByRole('button', { name: 'Keep offline: Winter Cup' }).click();
    await expect(page.getByText('Not enough storage on this device')).toBeVisible();
    expect((await storedSessions()).length).toBeLessThan(20);
    await limitStorage(page.context(), page, site.origin, 20_000_000);
    // Chromium measures the storage only twice a minute.
    const storedAfterReading = async () => {
      await readAhead(7);
      return storedSessions();
    };
    await expect.poll(storedAfterReading, { timeout: 90_000, intervals: [2_500] }).toContain(7);
    await expectPagesToOpen(page, site);
  });

  test('with 2 MB are readable, the last one is stored, and the first hundred are evicted', async ({
    site,
    openProfile,
  }) => {
    const { page, storedSessions } = await readAll({ site, openProfile }, 200, 2_000_000);
    await expect.poll(storedSessions, { timeout: 90_000 }).toContain(199);
    // How many of those before it are left is up to Chromium, which frees the room of evicted rows late.
    expect((await storedSessions()).filter((index) => index < 100)).toEqual([]);
    await expectPagesToOpen(page, site);
  });
});

test('pages still load after the browser has cleared the storage, in an open tab and before a start', async ({
  page,
  site,
  context,
}) => {
  await installApp(page, `${site.origin}/leagues`);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
  await page.getByRole('link', { name: 'Car Park League' }).click();
  await expect(heading(page)).toHaveText('Car Park League');
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(page.getByText('Ada Swift').filter({ visible: true }).first()).toBeVisible();
});
