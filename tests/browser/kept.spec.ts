import type { BrowserContext, Page } from 'playwright/test';
import { SessionType, Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { expect, heading, install, type Site, test } from './site.ts';

// The same on both, and slow enough.
test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'once is enough'));

let seed = 1;
/** Some time under a minute; each another one, so that nothing can be packed away. */
function time(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % 60_000;
}

/** Laps that take a driver some 20 kB. */
function laps() {
  return Array.from({ length: 200 }, () => ({
    lapTime: 60_000 + time(),
    sector1Time: time(),
    sector2Time: time(),
    sector3Time: time(),
    invalidLap: false,
  }));
}

/** A season with an event of so many sessions. */
async function seasonOf({ data }: Site, count: number, name: (index: number) => string) {
  const season = await data.get('createSeason', { as: 'Max', body: { name: 'Winter Cup' } });
  const body = { events: [{ track: Track.Monza, name: 'Opener', startsAt: null }] };
  const { events } = await data.get('addEvents', { as: 'Max', params: { seasonId: season.id }, body });
  const sessionIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await data.get('createSession', {
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
    await data.get('addEventSessions', { as: 'Max', params, body: part });
  }
  return { seasonId: season.id, sessionIds };
}

/** What is kept, and the room it takes. */
const shelfOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ keys: string[]; size: number }>((resolve, reject) => {
        const opening = indexedDB.open('pitboard');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asking = opening.result.transaction('marks').objectStore('marks').getAll();
          asking.onerror = () => reject(asking.error);
          asking.onsuccess = () => {
            const marks = [...asking.result].sort((one, other) => one.readAt - other.readAt);
            opening.result.close();
            resolve({ keys: marks.map(({ key }) => key), size: marks.reduce((sum, mark) => sum + mark.size, 0) });
          };
        };
      }),
  );

async function grant(context: BrowserContext, page: Page, origin: string, quotaSize: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

test('a season that is kept opens whole without a network, never seen sessions too; the rest says that it is away', async ({
  page,
  site,
  context,
}) => {
  const { seasonId, sessionIds } = await seasonOf(site, 3, (index) => `Driver ${index}`);
  await install(page, `${site.origin}/home`);
  await page.goto(`${site.origin}/seasons/${seasonId}`);
  await page.getByRole('button', { name: 'Keep offline: Winter Cup' }).click();
  await expect(page.getByRole('button', { name: 'Kept offline: Winter Cup' })).toHaveAttribute('aria-pressed', 'true');
  await page.close();
  await site.stop();

  const later = await context.newPage();
  for (const [index, id] of sessionIds.entries()) {
    await later.goto(`${site.origin}/sessions/${id}`);
    await expect(later.getByText(`Driver ${index}`).filter({ visible: true }).first()).toBeVisible();
  }
  // The Wi-Fi is there, the server is not; then neither.
  await later.goto(`${site.origin}/home`);
  await expect(later.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
  await context.setOffline(true);
  await expect(later.getByText('You are offline.', { exact: false }).first()).toBeVisible();
  const away = later.locator(`a[href="/sessions/${site.sessionId}"]`);
  await expect(away).toHaveAttribute('aria-description', 'not on this device');
  await expect(away).toContainText('Not on this device');
  await expect(later.locator(`a[href="/sessions/${sessionIds[0]}"]`)).not.toHaveAttribute('data-away');
  await away.click();
  await expect(later.getByText(/this page is not kept on this device yet|The server did not answer/)).toBeVisible();

  await later.getByRole('link', { name: 'On this device', exact: true }).click();
  const list = later.getByRole('dialog', { name: 'On this device' });
  await expect(list.getByRole('link', { name: /^Winter Cup \d+ kB$/ })).toBeVisible();
  await list.getByRole('button', { name: 'Remove Winter Cup from this device' }).click();
  await expect(list.getByText('Nothing is marked yet')).toBeVisible();
  expect((await shelfOf(later)).keys).not.toContain(`/api/Sessions/session/${sessionIds[1]}`);
});

test('the mark is taken back where it was set, and what is missing later is offered', async ({ page, site }) => {
  const { seasonId } = await seasonOf(site, 2, (index) => `Driver ${index}`);
  await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
  const event = page.getByRole('button', { name: /: Opener, Winter Cup$/ });
  await event.click();
  await expect(event).toHaveAccessibleName('Kept offline: Opener, Winter Cup');
  const { id } = await site.data.get('createSession', { as: 'Max', body: upload({ internalSessionId: '77' }) });
  const season = await site.data.get('getSeason', { params: { id: seasonId } });
  await site.data.get('addEventSessions', {
    as: 'Max',
    params: { seasonId, eventId: season.events[0]?.id ?? '' },
    body: { sessionIds: [id] },
  });
  await page.reload();
  await expect(event).toHaveAccessibleName('Keep the rest, 5 of 7 are here: Opener, Winter Cup');
  await event.click();
  await expect(event).toHaveAccessibleName('Kept offline: Opener, Winter Cup');
  await event.click();
  await expect(event).toHaveAccessibleName('Keep offline: Opener, Winter Cup');
});

test('200 sessions on devices that grant nothing, 200 kB and 2 MB: the app goes on, the oldest go first', async ({
  site,
  openProfile,
}) => {
  test.setTimeout(300_000);
  const { seasonId, sessionIds } = await seasonOf(site, 200, (index) => `Driver ${index}`);

  // To grant 0 bytes is, to a browser, to grant what it likes.
  const nothing = 1;

  async function readAll(quota: number): Promise<void> {
    const page = await openProfile(`phone of ${quota}`);
    // Before anything is written: what a browser once found free it believes for half a minute.
    await grant(page.context(), page, site.origin, quota);
    await page.goto(`${site.origin}/seasons/${seasonId}?tab=calendar`);
    await expect(heading(page)).toHaveText('Winter Cup');
    // Links that are hovered are read ahead, which is the fastest way for one hand to read two hundred.
    await page.evaluate(async () => {
      for (const link of document.querySelectorAll('a[href^="/sessions/"]')) {
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 55));
      }
    });
    await page.waitForLoadState('networkidle');
    // What a browser says of its room is not what it grants: the disk is full when it says so. The app itself takes
    // nearly a megabyte: on less there may be room for nothing else.
    const kept = async (ids: readonly string[]) => {
      const { keys } = await shelfOf(page);
      return ids.filter((id) => keys.includes(`/api/Sessions/session/${id}`)).length;
    };
    if (quota === nothing) expect(await kept(sessionIds)).toBe(0);
    if (quota > 1_000_000) {
      // Room that was made is free a while later: not every one of the last is there.
      await expect.poll(() => kept(sessionIds.slice(100)), { timeout: 60_000 }).toBeGreaterThan(0);
      expect(await kept(sessionIds.slice(0, 10))).toBe(0);
    }
    // Marking more than there is room for says so, and what is there stays readable.
    if (quota === 200_000) {
      await page.getByRole('button', { name: 'Keep offline: Winter Cup' }).click();
      await expect(page.getByText('No room left on this device')).toBeVisible();
    }
    await page.locator('a[href^="/sessions/"]').first().click();
    await expect(page.getByText('Driver 0').filter({ visible: true }).first()).toBeVisible();
    await page.goto(`${site.origin}/leagues`);
    await expect(page.getByText('Car Park League')).toBeVisible();
  }

  await Promise.all([nothing, 200_000, 2_000_000].map(readAll));
});

test('storage that the browser clears in the middle of it all, or before, ends in no crash and no endless wait', async ({
  page,
  site,
  context,
}) => {
  await install(page, `${site.origin}/leagues`);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
  await page.getByRole('link', { name: 'Car Park League' }).click();
  await expect(heading(page)).toHaveText('Car Park League');
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
  await page.goto(`${site.origin}/sessions/${site.sessionId}`);
  await expect(page.getByText('Ada Swift').filter({ visible: true }).first()).toBeVisible();
});
