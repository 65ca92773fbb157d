import type { Page } from 'playwright/test';
import { isLong } from './base-test.ts';
import { expectSound } from './checks.ts';
import { follow, places, rows, status, tower } from './live-page.ts';
import { expect, names, raceOf, test } from './live-site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const delay of isLong ? [20, 120, 300] : [10])
  test(`a delay of ${delay} s begins when it is full, goes on after a reload, and shows nothing newer, nor the end`, async ({
    page,
    origin,
    site,
    record,
  }) => {
    test.setTimeout(60_000 + delay * 4_000);
    const recorder = await record();
    const expectDelayed = async () => {
      await expect(status(page)).toHaveText(`Delayed ${delay} s`);
      await expect(rows(page)).toHaveCount(names.length);
    };
    const expectFresh = () =>
      expect(tower(page)).toHaveAttribute('data-stale', 'false', { timeout: 30_000 + delay * 1_000 });
    await follow(page, `${origin}/live/${recorder.id}`);
    const sheet = page.getByRole('dialog');
    const setDelay = async (choose: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Delay and display' }).click();
      await choose();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    };
    await setDelay(async () => {
      await sheet.getByRole('button', { name: 'My stream shows the start now' }).click();
      await expect(sheet.getByText(/^The race is now shown \d+ s later|^The start was/)).toBeVisible();
      await expectSound(page);
    });
    // The race began before its recording: the picture waits until the delay is full, or a shorter one is chosen.
    await expect(page.getByText(/goes on in \d+ s/)).toBeVisible();
    await expect(tower(page)).toHaveAttribute('data-stale', 'true');
    await setDelay(() => sheet.getByLabel('Delay in seconds').fill(String(delay)));
    await expectDelayed();
    await expectFresh();
    const changedAt = performance.now();
    recorder.show(raceOf(() => [7, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
    await page.reload();
    await expectDelayed();
    await expectFresh();
    expect((await places(page))[0]).toBe('0');
    await expect.poll(async () => (await places(page))[0], { timeout: 30_000 + delay * 1_000 }).toBe('7');
    expect(performance.now() - changedAt).toBeGreaterThan(delay * 1_000 - 200);
    const endedAt = performance.now();
    await recorder.end();
    await expect.poll(async () => (await site.api.get('getLive', { params: { id: recorder.id } })).state).toBe('ended');
    await page.reload();
    await expectDelayed();
    await expect(page).toHaveURL(/\/sessions\//, { timeout: 30_000 + delay * 1_000 });
    expect(performance.now() - endedAt).toBeGreaterThan(delay * 1_000 - 200);
  });

test('a viewer with a delay who has no picture yet does not read which lap it is', async ({
  page,
  origin,
  site,
  record,
}) => {
  const recorder = await record();
  const listed = async () => (await site.api.get('getLive', { params: { id: recorder.id } })).currentLap;
  await expect.poll(listed).not.toBeNull();
  await page.addInitScript(() => localStorage.setItem('pitboard-live', '{"delaySeconds":60}'));
  await page.goto(`${origin}/live/${recorder.id}`);
  await expect(page.getByText(/goes on in \d+ s/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monza · Race');
  await expect(page.getByText(/^LAP \d/)).toHaveCount(0);
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
