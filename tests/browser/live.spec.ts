import type { Page } from 'playwright/test';
import { ResultStatus, SafetyCarStatus, SessionType } from '#contract/enumerations';
import type { LiveDriver } from '#contract/live/document';
import { installClock, isLong, stopClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';
import { expect, names, raceOf, test } from './live-site.ts';
import { installApp } from './site.ts';

const rows = (page: Page) => page.getByRole('table').first().locator('tbody').last().getByRole('row');
const status = (page: Page) => page.getByRole('main').locator('p[role=status]');
const tower = (page: Page) => page.getByRole('table').first();
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1_050;

/** The codes of the drivers, first place first. */
const places = (page: Page) =>
  rows(page)
    .locator('[data-car]')
    .evaluateAll((all) => all.map((each) => each.dataset['car']));

/** The cars move on by one place each time. */
const turningEvery = (milliseconds: number) => (time: number) =>
  names.map((_, index) => (index + Math.floor(time / milliseconds)) % names.length);
const turning = turningEvery(300);

async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(rows(page)).toHaveCount(names.length);
  await expect(status(page)).toHaveText('Live');
}

test.describe('following', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a race is found in the list, and its tower follows the order', async ({ page, origin, record }) => {
    const recorder = await record();
    await page.goto(`${origin}/live`);
    await page.getByRole('link', { name: /Monza Race/ }).click();
    await expect(rows(page)).toHaveCount(names.length);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monza · Race');
    await expect(page.getByText('LAP 3')).toBeVisible();
    expect((await places(page))[0]).toBe('0');
    recorder.show(raceOf(() => [7, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
    await expect.poll(async () => (await places(page)).slice(0, 3)).toEqual(['7', '0', '1']);
    await expect(rows(page).first()).toContainText('Leader');
    await expectSound(page);
  });

  test('a phone shows ten rows or more, and the whole field fits beside race control on a desk', async ({
    page,
    origin,
    record,
  }) => {
    const { id } = await record();
    await follow(page, `${origin}/live/${id}`);
    const tenth = await rows(page).nth(9).boundingBox();
    const dock = isPhone(page) ? await page.getByRole('navigation', { name: 'Dock' }).boundingBox() : null;
    expect((tenth?.y ?? 0) + (tenth?.height ?? 0)).toBeLessThan(dock?.y ?? page.viewportSize()?.height ?? 0);
    await expect(page.getByRole('region', { name: 'Race control' })).toBeVisible({ visible: !isPhone(page) });
  });

  test('on a phone, at the last place, lap, flag, state, heads and favourites are still in sight', {
    tag: '@phone',
  }, async ({ page, origin, record }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { safetyCarStatus: SafetyCarStatus.Full }));
    await page.addInitScript(
      (settings) => localStorage.setItem('pitboard-live', settings),
      JSON.stringify({ favourites: [names[0], names[4]] }),
    );
    await follow(page, `${origin}/live/${recorder.id}`);
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
    const header = page.getByRole('main').locator('header');
    for (const text of [/^LAP 3/, 'Safety car']) await expect(header.getByText(text)).toBeInViewport({ ratio: 1 });
    await expect(status(page)).toBeInViewport({ ratio: 1 });
    await expect(status(page)).toHaveText('Live');
    expect((await header.boundingBox())?.height).toBe(44);
    await expect(page.getByRole('columnheader', { name: 'Driver' })).toBeInViewport({ ratio: 1 });
    const favourites = page.locator('tbody').first().getByRole('row');
    await expect(favourites).toHaveCount(2);
    for (const row of await favourites.all()) await expect(row).toBeInViewport({ ratio: 1 });
    // None of them is behind another.
    const tops = await Promise.all(
      [header, page.locator('thead'), favourites.first(), favourites.last(), rows(page).last()].map(
        async (part) => (await part.boundingBox())?.y ?? 0,
      ),
    );
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    await page.setViewportSize({ width: 844, height: 390 });
    const inSight = () =>
      rows(page).evaluateAll((all) => {
        const places = all.map((row) => row.getBoundingClientRect()).sort((one, other) => one.top - other.top);
        scrollBy(0, (places[0]?.top ?? 0) - 44);
        return all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length;
      });
    await expect.poll(inSight).toBeGreaterThanOrEqual(8);
  });

  test('on a desk, at the last place, lap, flag, state and heads are still in sight', { tag: '@desk' }, async ({
    page,
    origin,
    record,
  }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { safetyCarStatus: SafetyCarStatus.Full }));
    const header = page.getByRole('main').locator('header');
    for (const viewport of [
      { width: 1280, height: 700 },
      { width: 768, height: 700 },
    ]) {
      await page.setViewportSize(viewport);
      await follow(page, `${origin}/live/${recorder.id}`);
      await rows(page).last().scrollIntoViewIfNeeded();
      await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
      for (const text of [/^LAP 3/, 'Safety car']) await expect(header.getByText(text)).toBeInViewport({ ratio: 1 });
      await expect(status(page)).toBeInViewport({ ratio: 1 });
      const head = page.getByRole('columnheader', { name: 'Driver' });
      await expect(head).toBeInViewport({ ratio: 1 });
      // Each of them is wholly below the one before.
      const [band, heads] = await Promise.all([header.boundingBox(), head.boundingBox()]);
      const bar = await page.getByRole('banner').first().boundingBox();
      expect(band?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
      expect(heads?.y).toBeGreaterThanOrEqual((band?.y ?? 0) + (band?.height ?? 0));
    }
  });

  test('a screen of 1920 × 1080 shows the whole field, the map and race control without scrolling', {
    tag: '@desk',
  }, async ({ page, origin, record }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const { id } = await record();
    await follow(page, `${origin}/live/${id}`);
    for (const row of await rows(page).all()) await expect(row).toBeInViewport({ ratio: 1 });
    for (const name of ['Map', 'Race control'])
      await expect(page.getByRole('region', { name, exact: true })).toBeInViewport({ ratio: 1 });
    const heads = ['P', 'Driver', 'Int', 'Gap', 'Last', 'Best', 'S1', 'S2', 'S3', 'Tyre', 'Stops'];
    await expect(page.getByRole('columnheader')).toHaveText(heads);
    await expectSound(page);
  });

  test('a phone that is turned shows the same drivers as before', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    const { id } = await record();
    await follow(page, `${origin}/live/${id}`);
    const middle = rows(page).nth(15);
    await middle.evaluate((row) => row.scrollIntoView({ block: 'center' }));
    for (const viewport of [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await expect(middle).toBeInViewport({ ratio: 1 });
      await expect(rows(page).first()).not.toBeInViewport();
    }
  });

  test('with one line for each driver a phone shows 18 of them, and a tap switches between interval and gap', {
    tag: '@phone',
  }, async ({ page, origin, record }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { id } = await record();
    await follow(page, `${origin}/live/${id}`);
    await page.getByRole('button', { name: 'Delay and display' }).click();
    await page.getByLabel('One line for each driver').check();
    await expectSound(page);
    await page.keyboard.press('Escape');
    const dock = await page.getByRole('navigation', { name: 'Dock' }).boundingBox();
    const last = await rows(page).nth(17).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    // The third car is 3.3 s behind the leader.
    const shown = rows(page).nth(2).getByRole('cell').nth(1);
    await expect(shown).toHaveText(/^\+[01]\.\d{3}$/);
    await page.getByRole('button', { name: 'Interval; show the gap' }).click();
    await expect(shown).toHaveText('+3.300');
    await page.getByRole('button', { name: 'Gap; show the interval' }).click();
    await expect(shown).toHaveText(/^\+[01]\.\d{3}$/);
  });

  test('focus stays on a driver over a hundred new orders, and the page does not scroll', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    const recorder = await record();
    await follow(page, `${origin}/live/${recorder.id}`);
    await page.locator('[data-car="5"]').focus();
    const top = await page.evaluate(() => {
      scrollTo({ top: 200 });
      const counts = { blurred: 0, orders: 0 };
      Object.assign(window, { counts });
      document.addEventListener('focusout', () => (counts.blurred += 1));
      const body = document.activeElement?.closest('tbody');
      let before = '';
      const count = () => {
        const order = [...(body?.querySelectorAll('[data-row]') ?? [])]
          .map((row) => (row as HTMLElement).dataset['row'])
          .join();
        if (order !== before) counts.orders += 1;
        before = order;
      };
      if (body != null) new MutationObserver(count).observe(body, { childList: true });
      return scrollY;
    });
    recorder.show(raceOf(turningEvery(100)));
    await expect
      .poll(() => page.evaluate(() => Object(window).counts.orders), { timeout: 50_000 })
      .toBeGreaterThan(100);
    expect(await page.evaluate(() => Object(window).counts.blurred)).toBe(0);
    await expect(page.locator('[data-car="5"]')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
  });

  test('the arrow keys move from driver to driver, Enter opens one, and Escape leads back', { tag: '@desk' }, async ({
    page,
    origin,
    record,
  }) => {
    const { id } = await record();
    await follow(page, `${origin}/live/${id}`);
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('[data-car="0"]')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-car="2"]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Driver 2' })).toBeVisible();
    await expect(page.getByText('After a stop now:')).toBeVisible();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('tbody').last().locator('[data-car="2"]')).toBeFocused();
    // A followed driver stands above the tower, also after a reload.
    await page.reload();
    await expect(page.locator('tbody').first().getByText('Driver 2')).toBeAttached();
  });

  test('at most twelve announcements are made in a minute, and the table makes none', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    const recorder = await record();
    await follow(page, `${origin}/live/${recorder.id}`);
    recorder.show(raceOf(turning));
    // It is loaded after the first rows.
    await expect(page.locator('[data-summary]')).toBeAttached();
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { times });
      const live = [...document.querySelectorAll('main :is([aria-live], [role=status], [role=alert])')];
      for (const region of live)
        new MutationObserver(() => times.push(performance.now())).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
    });
    await expect.poll(() => page.evaluate(() => Object(window).times.length), { timeout: 40_000 }).toBe(isLong ? 4 : 3);
    const times: number[] = await page.evaluate(() => Object(window).times);
    const gaps = times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
    console.log(`announcements came ${gaps.join(', ')} ms after one another`);
    expect(gaps.filter((gap) => gap < 60_000 / 12)).toEqual([]);
    expect(await tower(page).locator('[aria-live], [role=status]').count()).toBe(0);
  });

  test('a paused picture stands still, and is live again at once', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    const recorder = await record();
    await follow(page, `${origin}/live/${recorder.id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(status(page)).toHaveText('Paused, the race goes on');
    recorder.show(raceOf(() => [9, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
    const asOf = await page.getByText(/as of/).textContent();
    // The server has sent the new order long before its clock shows three seconds more.
    await expect
      .poll(async () => (await (await page.request.get(`${origin}/api/LiveSession/${recorder.id}`)).json()).leaderName)
      .toBe('Driver 9');
    expect((await places(page))[0]).toBe('0');
    expect(await page.getByText(/as of/).textContent()).toBe(asOf);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(async () => (await places(page))[0]).toBe('9');
  });

  for (const delay of isLong ? [20, 120, 300] : [10])
    test(`a delay of ${delay} s goes on after a reload and a sleep, shows nothing newer, and is never called live`, {
      tag: '@phone',
    }, async ({ page, origin, record }) => {
      test.setTimeout(60_000 + delay * 3_000);
      const recorder = await record();
      let frames = 0;
      page.on('websocket', (socket) =>
        socket.on('framereceived', () => {
          frames += 1;
        }),
      );
      /** Time passes in steps of a second, each with data of the race. */
      const pass = async (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) {
          await page.clock.runFor(1_000);
          const before = frames;
          await expect.poll(() => frames, { intervals: [20] }).toBeGreaterThan(before + 1);
        }
      };
      const expectDelayed = async () => {
        await expect(status(page)).toHaveText(`Delayed ${delay} s`);
        await expect(rows(page)).toHaveCount(names.length);
      };
      await installClock(page);
      await follow(page, `${origin}/live/${recorder.id}`);
      await page.getByRole('button', { name: 'Delay and display' }).click();
      await page.getByRole('button', { name: 'My stream shows the start now' }).click();
      await expect(page.getByText(/^The race is now shown \d+ s later|^The start was/)).toBeVisible();
      await expectSound(page);
      // That button may have set a delay, whose data would shorten the next one.
      await page.getByLabel('Delay in seconds').fill('0');
      await stopClock(page);
      await page.getByLabel('Delay in seconds').fill(String(delay));
      await page.keyboard.press('Escape');
      await pass(2);
      await expectDelayed();
      await expect(page.getByText(/goes on in \d+ s/)).toBeVisible();
      await expect(tower(page)).toHaveAttribute('data-stale', 'true');
      await pass(delay + 4);
      await expect(tower(page)).toHaveAttribute('data-stale', 'false');
      // The order changes, and the page is loaded again within the delay.
      recorder.show(raceOf(() => [7, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
      await pass(3);
      expect((await places(page))[0]).toBe('0');
      await page.reload();
      // What is stored is drawn with a frame of the page, whose clock stands still.
      await expect
        .poll(async () => {
          await page.clock.runFor(100);
          return rows(page).count();
        })
        .toBe(names.length);
      await pass(2);
      await expectDelayed();
      expect((await places(page))[0]).toBe('0');
      // The clock of the page is ahead of the server's, by which the delay counts after a reload.
      await expect
        .poll(
          async () => {
            await pass(1);
            return (await places(page))[0];
          },
          { intervals: [0], timeout: 30_000 + delay * 1_000 },
        )
        .toBe('7');
      // The device sleeps for ten minutes: its picture is old until the delay is full again.
      await page.clock.fastForward(600_000);
      await pass(2);
      await expectDelayed();
      await expect(tower(page)).toHaveAttribute('data-stale', 'true');
      // The phone is locked for ten minutes: its connection is closed meanwhile.
      await page.evaluate(() => {
        let visibility = 'hidden';
        Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Object.assign(window, {
          unlock: () => {
            visibility = 'visible';
            document.dispatchEvent(new Event('visibilitychange'));
          },
        });
      });
      await page.clock.fastForward(301_000);
      await page.clock.fastForward(300_000);
      await page.evaluate(() => Object(window).unlock());
      await pass(2);
      await expectDelayed();
      await expect(tower(page)).toHaveAttribute('data-stale', 'true');
    });

  test('qualifying has a clock and a line below the last safe place', async ({ page, origin, record }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { sessionType: SessionType.Q1, sessionTimeLeft: 372, sessionDuration: 720 }));
    await follow(page, `${origin}/live/${recorder.id}`);
    await expect(page.getByRole('timer')).toHaveText('6:12');
    await expect(rows(page).nth(15)).toContainText('last place that goes on');
    await expect(page.getByText('Elapsed 5:48')).toBeVisible();
    await expect(page.getByText('16 go on, cut 1:30.150')).toBeVisible();
    // Best laps are 10 ms apart.
    await expect(rows(page).nth(16)).toContainText('+0.010');
    for (const name of ['Stops', 'Last / best']) await expect(page.getByRole('columnheader', { name })).toHaveCount(0);
    await page.locator('[data-car="2"]').click();
    await expect(page.getByRole('heading', { name: 'Driver 2' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSound(page);
  });

  test('where the tower of qualifying cannot be loaded, the order is there all the same', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { sessionType: SessionType.Q1 }));
    await page.route('**/assets/TimedTower-*.js', (route) => route.abort());
    await follow(page, `${origin}/live/${recorder.id}`);
    await expect(rows(page).first()).toContainText('Driver 0');
    await expectSound(page);
  });

  test('?wall shows the race alone', async ({ page, origin, record }) => {
    const { id } = await record();
    await page.goto(`${origin}/live/${id}?wall`);
    await expect(rows(page)).toHaveCount(names.length);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('[data-notices]')).toBeHidden();
  });
});

test('flags are named in the header and in race control, the same for every viewer', { tag: '@phone' }, async ({
  page,
  browser,
  origin,
  record,
}) => {
  const recorder = await record();
  await follow(page, `${origin}/live/${recorder.id}`);
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('Green flag');
  recorder.show(raceOf(undefined, { sectorFlags: [0, 1, 0] }));
  await expect(header).toContainText('Yellow flag, sector 2');
  recorder.show(raceOf(undefined, { safetyCarStatus: 2, isSafetyCarEnding: true }));
  await expect(header).toContainText('VSC ending');
  recorder.show(raceOf(undefined, { trackFlag: 3 }));
  await expect(header).toContainText('Red flag');
  await expectSound(page);
  if (isPhone(page)) await page.getByRole('link', { name: 'Control', exact: true }).click();
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await expect(messages.filter({ hasText: /RED FLAG|VSC ENDING|YELLOW/i })).toHaveText([
    /red flag session stopped/i,
    /vsc ending/i,
    /yellow sector 2/i,
  ]);
  // Who comes later, or loads the page again, has the same messages, byte for byte.
  const written = (viewer: Page) => viewer.getByRole('region', { name: 'Messages' }).innerHTML();
  const before = await written(page);
  const texts = await messages.allTextContents();
  const later = await browser.newContext();
  const other = await later.newPage();
  await other.goto(`${origin}/live/${recorder.id}?tab=control`);
  await expect.poll(() => written(other)).toBe(before);
  await later.close();
  await page.reload();
  await expect(messages).toHaveText(texts);
  expect(await written(page)).toBe(before);
  await page.getByLabel('Show').selectOption('Flags');
  await page.reload();
  await expect(messages).toHaveText(texts.filter((text) => /red flag|vsc|yellow/i.test(text)));
  await expect(page.getByLabel('Show')).toHaveValue('flag');
  // They stay with the session that is stored at the end.
  await recorder.end();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.getByRole('link', { name: 'Race control' }).click();
  const stored = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(stored.filter({ hasText: /red flag|vsc|yellow/i })).toHaveText([
    /yellow sector 2/i,
    /vsc ending/i,
    /red flag session stopped/i,
  ]);
  await expectSound(page);
});

test('a new message of race control is shown in the header for four seconds', { tag: '@phone' }, async ({
  page,
  origin,
  record,
}) => {
  const recorder = await record();
  await installClock(page);
  // It is loaded once the tower is drawn, and shows what happens from then on.
  await follow(page, `${origin}/live/${recorder.id}`);
  await expect(page.locator('[data-newest]')).toBeAttached();
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('Green flag');
  await stopClock(page);
  recorder.show((time) => {
    const document = raceOf()(time);
    const retired = { ...document.drivers?.[5], resultStatus: ResultStatus.Retired } as LiveDriver;
    return { ...document, drivers: { ...document.drivers, 5: retired } };
  });
  const message = header.getByText(new RegExp(`ret \\u2068${names[5]}`, 'i'));
  // What comes is drawn with the next frame of the page.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return message.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(4_000);
  await expect(message).toBeHidden();
});

test('a big screen shows all of the race in every size, with rows of 44 px at 1920 × 1080', { tag: '@desk' }, async ({
  page,
  origin,
  record,
}) => {
  const { id } = await record();
  await page.goto(`${origin}/live/${id}?wall`);
  for (const height of [720, 1080, 2160]) {
    await page.setViewportSize({ width: (height * 16) / 9, height });
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
    const box = await rows(page).first().boundingBox();
    expect(Math.abs((box?.height ?? 0) - (44 * height) / 1_080)).toBeLessThan(0.5);
  }
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await expect(page.getByText('LAP 3')).toBeVisible();
  await expect(page.getByText('Green flag')).toBeVisible();
  await expectSound(page);
});

test('a device whose clock is hours off names data neither stale nor fresh falsely', { tag: '@phone' }, async ({
  page,
  browser,
  origin,
  record,
}) => {
  const recorder = await record();
  const clock = async (other: Page) => {
    const text = await status(other).locator('xpath=..').textContent();
    const [, hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(text ?? '') ?? [];
    return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  };
  await follow(page, `${origin}/live/${recorder.id}`);
  for (const hours of [3, -3]) {
    const context = await browser.newContext();
    await context.addInitScript((offset) => {
      const RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...given: []) {
          super(...((given.length === 0 ? [RealDate.now() + offset] : given) as []));
        }
        static override now() {
          return RealDate.now() + offset;
        }
      } as DateConstructor;
    }, hours * 3_600_000);
    const other = await context.newPage();
    await other.goto(`${origin}/live`);
    await expect(other.getByRole('link', { name: /Monza Race/ })).toContainText('Live · by');
    await follow(other, `${origin}/live/${recorder.id}`);
    expect(Math.abs((await clock(other)) - (await clock(page)))).toBeLessThan(30);
    recorder.setSilent(true);
    await expect(status(other)).toHaveText(/^Recorder silent since/);
    expect(Math.abs((await clock(other)) - (await clock(page)))).toBeLessThan(30);
    recorder.setSilent(false);
    await expect(status(other)).toHaveText('Live');
    await context.close();
  }
});

test('the screen stays on while the switch says so, and the lock comes back with the page', { tag: '@phone' }, async ({
  page,
  origin,
  record,
}) => {
  await page.addInitScript(() => {
    const counts = { asked: 0, held: 0 };
    let visibility: DocumentVisibilityState = 'visible';
    let locks: (EventTarget & { released: boolean; release: () => Promise<void> })[] = [];
    const release = () => {
      for (const lock of locks) lock.released = true;
      locks = [];
      counts.held = 0;
    };
    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    const request = async () => {
      counts.asked += 1;
      counts.held += 1;
      const lock = Object.assign(new EventTarget(), { released: false, release: async () => release() });
      locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, {
      counts,
      show: (isShown: boolean) => {
        visibility = isShown ? 'visible' : 'hidden';
        // Browsers release the lock of a hidden page.
        if (!isShown) release();
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  const counts = () => page.evaluate(() => Object(window).counts);
  const { id } = await record();
  await follow(page, `${origin}/live/${id}`);
  await page.getByRole('button', { name: 'Delay and display' }).click();
  await page.getByLabel('Keep the screen on').check();
  await page.keyboard.press('Escape');
  await expect.poll(counts).toEqual({ asked: 1, held: 1 });
  for (const isShown of [false, true, true]) await page.evaluate((shown) => Object(window).show(shown), isShown);
  await expect.poll(counts).toEqual({ asked: 2, held: 1 });
  await page.goto(`${origin}/live`);
  await page.getByRole('link', { name: /Monza Race/ }).click();
  await expect.poll(counts).toEqual({ asked: 1, held: 1 });
  await page.goBack();
  await expect.poll(counts).toEqual({ asked: 1, held: 0 });
});

test('a private session asks for its key, refuses a wrong one, and shows the key nowhere', { tag: '@phone' }, async ({
  page,
  origin,
  record,
}) => {
  const recorder = await record({ key: 'pit wall 7' });
  const addresses: string[] = [];
  const encrypted = async () => (await storedTexts(page)).split('"vector"').length - 1;
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await page.goto(`${origin}/live`);
  await expect(page.getByText('Private session')).toBeVisible();
  await expect(page.getByText('Monza')).toHaveCount(0);
  await page.getByRole('link', { name: /Private session/ }).click();
  await expect(page.getByRole('heading', { name: 'Private session' })).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Key').fill('wrong');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText('This is not the key of this session.')).toBeVisible();
  await page.getByLabel('Key').fill('pit wall 7');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(rows(page)).toHaveCount(names.length);
  await page.reload();
  await expect(rows(page)).toHaveCount(names.length);
  // A delay goes on after a reload, and a key that is refused takes the stored data with it.
  await page.getByRole('button', { name: 'Delay and display' }).click();
  await page.getByLabel('Delay in seconds').fill('120');
  await page.keyboard.press('Escape');
  await expect.poll(encrypted).toBeGreaterThan(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(names.length);
  await expect(status(page)).toHaveText('Delayed 120 s');
  expect(await storedTexts(page)).not.toMatch(/Driver \d|pit wall/);
  await recorder.setKey('pit wall 8');
  await expect(page.getByText('This is not the key of this session.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect.poll(encrypted).toBe(0);
  expect(
    addresses.filter((address) =>
      /pit|wall 7|wrong/i.test(decodeURIComponent(address).replace(/pitboard|\/assets\/.*/gi, '')),
    ),
  ).toEqual([]);
});

const faults = {
  'is offline': 'You are offline',
  'has a server that is stopped': 'Can’t reach the server',
  'has a network that swallows everything': 'Can’t reach the server',
  'is behind a captive portal': 'This Wi-Fi wants you to sign in',
  'has a silent recorder': /Recorder silent since \d\d:\d\d:\d\d/,
} as const;

test.describe('with the app on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  for (const [title, text] of Object.entries(faults)) {
    test(`a viewer that ${title} is told so, and follows again by itself`, { tag: '@phone' }, async ({
      page,
      context,
      origin,
      network,
      record,
    }) => {
      const recorder = await record();
      // Every chunk is on the device: none is asked for while the network is broken.
      await installApp(page, `${origin}/live`);
      await follow(page, `${origin}/live/${recorder.id}`);
      const begun = performance.now();
      if (title === 'is offline') await context.setOffline(true);
      else if (title === 'has a server that is stopped') await network.set('stopped');
      else if (title === 'has a network that swallows everything') await network.set('blackhole');
      else if (title === 'is behind a captive portal') await network.set('portal');
      else recorder.setSilent(true);
      await expect(status(page)).toHaveText(text);
      await expect(tower(page)).toHaveAttribute('data-stale', 'true');
      await expect(page.getByText(/as of \d\d:\d\d:\d\d/)).toBeVisible();
      const named = performance.now() - begun;
      await expectSound(page);

      recorder.show(raceOf(() => [8, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
      const mended = performance.now();
      await context.setOffline(false);
      await network.set('pass');
      if (title === 'has a silent recorder') recorder.setSilent(false);
      await expect(status(page)).toHaveText('Live');
      await expect.poll(async () => (await places(page))[0]).toBe('8');
      await expect(tower(page)).toHaveAttribute('data-stale', 'false');
      const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
      console.log(
        `${title}: named after ${seconds(begun, begun + named)} s, live again after ${seconds(mended, performance.now())} s`,
      );
    });
  }

  test('after any sequence of broken networks the tower is that of the server', { tag: '@phone' }, async ({
    page,
    origin,
    network,
    record,
  }) => {
    const rounds = process.env.PITBOARD_LONG === '1' ? 50 : 4;
    test.setTimeout(60_000 + rounds * 30_000);
    const recorder = await record();
    await installApp(page, `${origin}/live`);
    await follow(page, `${origin}/live/${recorder.id}`);
    // The same sequence in every run.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < rounds; round += 1) {
      recorder.show(raceOf(turning));
      await network.set((['blackhole', 'stopped', 'portal'] as const)[random(3)] ?? 'stopped');
      const isNoticed = random(2) === 0;
      if (isNoticed) await expect(tower(page)).toHaveAttribute('data-stale', 'true');
      const first = random(names.length);
      const order = names.map((_, index) => (index + first) % names.length);
      recorder.show(raceOf(() => order));
      await network.set('pass');
      await expect(status(page)).toHaveText('Live');
      await expect.poll(() => places(page)).toEqual(order.map(String));
    }
  });

  test('when a session ends the viewer is at its stored session without a reload, and it can be read offline', {
    tag: '@phone',
  }, async ({ page, context, origin, network, record }) => {
    await installApp(page, `${origin}/live`);
    const recorder = await record();
    await page.reload();
    await page.getByRole('link', { name: /Monza Race/ }).click();
    await expect(rows(page)).toHaveCount(names.length);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await recorder.end();
    await expect(page).toHaveURL(/\/sessions\//);
    await expect(page.getByRole('list', { name: 'Podium' })).toContainText('Driver 1');
    expect(await page.evaluate(() => Object(window).isSameDocument)).toBe(true);
    await expect.poll(() => storedTexts(page)).toContain('Driver 1');
    await network.set('stopped');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Podium' })).toContainText('Driver 1');
  });
});
