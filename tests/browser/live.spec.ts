import { SafetyCarStatus, SessionType } from '#contract/enumerations';
import type { LiveDocument } from '#contract/live/document';
import { isLong } from './base-test.ts';
import { expectSound } from './checks.ts';
import { totalOf, watchLayoutShifts } from './layout-shifts.ts';
import { follow, isPhone, places, rows, status, tower, turning, turningEvery } from './live-page.ts';
import { expect, names, raceOf, test } from './live-site.ts';

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

  test('the page of a race says before any script where, which lap and who leads, and then moves nothing', {
    tag: '@phone',
  }, async ({ page, origin, record, browser }) => {
    const { id } = await record();
    const leader = async () => (await (await page.request.get(`${origin}/api/LiveSession/${id}`)).json()).leaderName;
    await expect.poll(leader).not.toBeNull();
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() ?? null });
    const still = await context.newPage();
    await still.goto(`${origin}/live/${id}`);
    await expect(still.getByRole('heading', { level: 1 })).toHaveText('Monza · Race');
    await expect(still.getByText('LAP 3')).toBeVisible();
    await expect(still.getByRole('region', { name: 'Timing' }).getByText(await leader())).toBeVisible();
    await context.close();
    const { shifts } = await watchLayoutShifts(page);
    await follow(page, `${origin}/live/${id}`);
    await expect(rows(page)).toHaveCount(names.length);
    expect(totalOf(await shifts())).toBeLessThan(0.02);
  });

  test('a private race says nothing of itself before its key', async ({ page, origin, record }) => {
    const { id } = await record({ key: 'box-box-box' });
    const html = await (await page.request.get(`${origin}/live/${id}`)).text();
    expect(html).not.toContain('Monza');
    expect(html).not.toContain('<html data-live');
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
    await expect.poll(async () => (await header.boundingBox())?.height).toBe(44);
    await expect(page.getByRole('columnheader', { name: 'Driver' })).toBeInViewport({ ratio: 1 });
    const favourites = page.locator('tbody').first().getByRole('row');
    await expect(favourites).toHaveCount(2);
    for (const row of await favourites.all()) await expect(row).toBeInViewport({ ratio: 1 });
    // Each part begins below the previous one.
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

  test('at every width of a phone the tower has as many columns as cells', { tag: '@phone' }, async ({
    page,
    origin,
    record,
  }) => {
    for (const sessionType of [SessionType.Race, SessionType.ShortQualifying]) {
      const recorder = await record();
      recorder.show(raceOf(undefined, { sessionType }));
      await follow(page, `${origin}/live/${recorder.id}`);
      for (const [width, count] of [
        [348, 5],
        [349, 5],
        [350, 6],
        [351, 6],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        const columnsAndCells = () =>
          rows(page)
            .first()
            .evaluate((row) => [
              getComputedStyle(row).gridTemplateColumns.split(' ').length,
              [...row.children].filter((cell) => cell.checkVisibility()).length,
            ]);
        await expect.poll(columnsAndCells, `type ${sessionType} at ${width} px`).toEqual([count, count]);
      }
    }
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

  test('behind another tab a race is not drawn, and it is as it is now once its tab is shown', {
    tag: '@phone',
  }, async ({ page, origin, record }) => {
    // A page of a test is always visible.
    await page.addInitScript(() => {
      const { requestAnimationFrame: request } = window;
      const waiting: FrameRequestCallback[] = [];
      let visibility: DocumentVisibilityState = 'visible';
      Object.defineProperty(document, 'visibilityState', { get: () => visibility });
      window.requestAnimationFrame = (work) => (visibility === 'visible' ? request(work) : waiting.push(work));
      const setVisibility = (next: DocumentVisibilityState) => {
        visibility = next;
        document.dispatchEvent(new Event('visibilitychange'));
        if (next === 'visible') for (const work of waiting.splice(0)) request(work);
      };
      Object.assign(window, { setVisibility });
    });
    let received = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => (received += 1)));
    const recorder = await record();
    await follow(page, `${origin}/live/${recorder.id}`);
    await tower(page).evaluate((table) => {
      Object(window).setVisibility('hidden');
      const counts = { changes: 0 };
      Object.assign(window, { counts });
      const count = (records: readonly MutationRecord[]) => (counts.changes += records.length);
      new MutationObserver(count).observe(table, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    const backwards = names.map((_, index) => names.length - 1 - index);
    recorder.show(raceOf(() => backwards));
    const before = received;
    await expect.poll(() => received - before).toBeGreaterThan(20);
    expect(await page.evaluate(() => Object(window).counts.changes)).toBe(0);
    await page.evaluate(() => Object(window).setVisibility('visible'));
    await expect.poll(() => places(page)).toEqual(backwards.map(String));
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
    // A change in the dialog while it closes does not open it again.
    await page.getByRole('dialog').evaluate((dialog: HTMLDialogElement) => {
      dialog.close();
      dialog.querySelector<HTMLElement>('[aria-pressed]')?.click();
    });
    const opener = page.locator('tbody').last().locator('[data-car="2"]');
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Driver 2' })).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
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

  test('qualifying has a clock and a line below the last safe place', async ({ page, origin, record }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { sessionType: SessionType.Q1, sessionTimeLeft: 372, sessionDuration: 720 }));
    await follow(page, `${origin}/live/${recorder.id}`);
    await expect(page.getByRole('timer')).toHaveText('6:12');
    await expect(rows(page).nth(15)).toContainText('last place that goes on');
    await expect(page.getByText('Elapsed 5:48')).toBeVisible();
    await expect(page.getByText('First 16 advance, cut 1:30.150')).toBeVisible();
    // Best laps are 10 ms apart.
    await expect(rows(page).nth(16)).toContainText('+0.010');
    for (const name of ['Stops', 'Last / best']) await expect(page.getByRole('columnheader', { name })).toHaveCount(0);
    await page.locator('[data-car="2"]').click();
    await expect(page.getByRole('heading', { name: 'Driver 2' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSound(page);
  });

  test('while the tower of qualifying cannot be loaded the order is there all the same, and the tower comes once it can', {
    tag: '@phone',
  }, async ({ page, origin, record }) => {
    const recorder = await record();
    recorder.show(raceOf(undefined, { sessionType: SessionType.Q1 }));
    const timedTower = '**/assets/TimedTower-*.js';
    await page.route(timedTower, (route) => route.abort());
    await follow(page, `${origin}/live/${recorder.id}`);
    await expect(rows(page).first()).toContainText('Driver 0');
    await expectSound(page);
    await page.unroute(timedTower);
    await expect(page.getByRole('columnheader', { name: 'Lap now' })).toBeVisible();
  });

  test('the tower is drawn before the rest of the race, and what is beside it once that is there', {
    tag: '@desk',
  }, async ({ page, origin, record }) => {
    const { id } = await record();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.routeWebSocket(/\/LiveSession\/ws\//, (socket) => {
      const server = socket.connectToServer();
      let passed = Promise.resolve();
      server.onMessage((message) => {
        const isRest = typeof message === 'string' && message.startsWith('{"type":"rest"');
        passed = passed.then(() => (isRest ? held : undefined)).then(() => socket.send(message));
      });
    });
    await page.goto(`${origin}/live/${id}`);
    await expect(rows(page)).toHaveCount(names.length);
    await expect(page.locator('[data-newest]')).toHaveCount(0);
    release();
    await expect(page.locator('[data-newest]')).toBeAttached();
    await expect(status(page)).toHaveText('Live');
    await page.locator('[data-car="2"]').click();
    // Two laps, of which the first part had one.
    await expect(page.getByRole('dialog').getByRole('table').locator('tbody').getByRole('row')).toHaveCount(2);
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

/** A race of so many cars, some of them with the same name. */
const fieldOf = (cars: number) => (time: number) => {
  const document = raceOf()(time);
  const drivers = Object.values(document.drivers ?? {});
  const field = Array.from({ length: cars }, (_, car) => [
    car,
    { ...drivers[car % drivers.length], position: car + 1 },
  ]);
  return { ...document, drivers: Object.fromEntries(field) } as LiveDocument;
};

test('a big screen shows every car of fields of 20 to 24, upright too, and smaller rows only where they must be', {
  tag: '@desk',
}, async ({ page, origin, record }) => {
  const recorder = await record();
  await page.goto(`${origin}/live/${recorder.id}?wall`);
  for (const [cars, least] of [
    [20, 48],
    [22, 44],
    [24, 40],
  ] as const) {
    recorder.show(fieldOf(cars));
    await expect(rows(page)).toHaveCount(cars);
    for (const [width, height] of [
      [1_920, 1_080],
      [3_840, 2_160],
      [1_080, 1_920],
      [2_160, 3_840],
    ] as const) {
      await page.setViewportSize({ width, height });
      const fit = async () => {
        const [first, last] = await Promise.all(
          [rows(page).first(), rows(page).last()].map((row) => row.boundingBox()),
        );
        const scale = Math.min(width, height) / 1_080;
        return {
          isInSight: (last?.y ?? height) + (last?.height ?? height) <= height,
          isLarge: (first?.height ?? 0) / scale >= (width > height ? least : 50),
        };
      };
      await expect.poll(fit, `${cars} cars at ${width} × ${height}`).toEqual({ isInSight: true, isLarge: true });
      // The fullest screen stands for the others.
      if (cars === 24) await expectSound(page);
    }
  }
});

test('a big screen shows all of the race in every size, with rows of 44 px or more at 1920 × 1080', {
  tag: '@desk',
}, async ({ page, origin, record }) => {
  const { id } = await record();
  await page.goto(`${origin}/live/${id}?wall`);
  for (const height of [720, 1080, 2160]) {
    await page.setViewportSize({ width: (height * 16) / 9, height });
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
    // The rows of a smaller screen are in sight too, until those of this one are drawn.
    const size = async () => (((await rows(page).first().boundingBox())?.height ?? 0) * 1_080) / height;
    await expect.poll(async () => Math.floor(await size())).toBe(44);
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  }
  // Upright the tower has the width of the screen and most of its height, and the rest is below.
  const messages = page.getByRole('region', { name: 'Race control' });
  for (const [width, height] of [
    [1_080, 1_920],
    [800, 1_280],
  ] as const) {
    await page.setViewportSize({ width, height });
    const parts = async () => {
      const [first, last, below] = await Promise.all(
        [rows(page).first(), rows(page).last(), messages].map((part) => part.boundingBox()),
      );
      return {
        isWide: (first?.width ?? 0) > 0.94 * width,
        rowHeight: Math.round(((first?.height ?? 0) * 1_920) / Math.min(height, (width * 16) / 9)),
        isBelow: (below?.y ?? 0) > (last?.y ?? height) && (below?.y ?? height) < height,
      };
    };
    await expect.poll(parts).toEqual({ isWide: true, rowHeight: 50, isBelow: true });
    await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
    await expectSound(page);
  }
  // Where it would be too small the race is a page without a header: its bar is at the edge, and covers no row.
  await page.setViewportSize({ width: 768, height: 1_024 });
  const isUncovered = () =>
    rows(page)
      .first()
      .evaluate((row) => {
        const { x, y, height } = row.getBoundingClientRect();
        return row.contains(document.elementFromPoint(x + 20, y + height / 2));
      });
  await expect(page.getByRole('link', { name: 'Race control' })).toBeVisible();
  await expect.poll(isUncovered).toBe(true);
  const barTop = () => page.getByText('LAP 3').evaluate((lap) => lap.closest('.sticky')?.getBoundingClientRect().top);
  await expect.poll(barTop).toBe(0);
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  await expect(page.getByText('LAP 3')).toBeVisible();
  await expect(page.getByText('Green flag')).toBeVisible();
  await expectSound(page);
});
