import type { Page } from 'playwright/test';
import { installClock, isLong, stopClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { follow, places, rows, status, tower } from './live-page.ts';
import { expect, names, raceOf, test } from './live-site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const delay of isLong ? [20, 120, 300] : [10])
  test(`a delay of ${delay} s goes on after a reload and a sleep, shows nothing newer, and is never called live`, async ({
    page,
    origin,
    record,
  }) => {
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
    // Stored data is drawn with a frame of the page, whose clock stands still.
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

test('a device whose clock is hours off names data neither stale nor fresh falsely', async ({
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
  /** How many seconds the clocks of two pages are apart, also where midnight is between them. */
  const secondsApart = async (other: Page) => {
    const seconds = Math.abs((await clock(other)) - (await clock(page)));
    return Math.min(seconds, 86_400 - seconds);
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
    await expect.poll(() => secondsApart(other)).toBeLessThan(30);
    recorder.setSilent(true);
    await expect(status(other)).toHaveText(/^Recorder silent since/);
    await expect.poll(() => secondsApart(other)).toBeLessThan(30);
    recorder.setSilent(false);
    await expect(status(other)).toHaveText('Live');
    await context.close();
  }
});
