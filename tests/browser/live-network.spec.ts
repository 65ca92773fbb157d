import { addressOf } from '#contract/api/address';
import { getLive } from '#contract/calls/live';
import { installClock, waitForDeferredShell } from './base-test.ts';
import { expectSound } from './checks.ts';
import { storedTexts, waitForCached } from './device.ts';
import { follow, places, rows, status, tower, turning } from './live-page.ts';
import { expect, names, raceOf, test } from './live-site.ts';
import { installApp } from './site.ts';

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
    test(`a viewer that ${title} is told so, and follows again by itself`, async ({
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

  test('on a network that swallows everything a list of races says how old it is, and an unseen session that it is not saved', async ({
    page,
    origin,
    network,
    record,
  }) => {
    const ended = await record();
    await ended.end();
    await record();
    await installApp(page, `${origin}/home`);
    await expect(page.getByRole('region', { name: 'Running now' })).toContainText('Live ·');
    await page.goto('about:blank');
    await installClock(page);
    await page.goto(`${origin}/faq`);
    await waitForDeferredShell(page);
    await network.set('blackhole');
    await page.clock.fastForward(2 * 60_000);
    await page.getByRole('link', { name: 'Home' }).filter({ visible: true }).first().click();
    await expect(page.getByRole('region', { name: 'Running lately' })).toContainText('As of 2 min ago');
    await expect(page.getByText('Live ·')).toHaveCount(0);
    await expectSound(page);
    await page.getByRole('region', { name: 'Latest results' }).getByRole('link').first().click();
    await expect(page.getByText('This session isn’t saved on this device')).toBeVisible();
    await network.set('pass');
    await expect(page.getByText('This session isn’t saved on this device')).toHaveCount(0);
  });

  test('after any sequence of broken networks the tower is that of the server', async ({
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

  test('a race that is opened again without a network says that its picture comes by itself, and it does', async ({
    page,
    context,
    origin,
    network,
    record,
  }) => {
    const recorder = await record();
    await installApp(page, `${origin}/live`);
    await follow(page, `${origin}/live/${recorder.id}`);
    await waitForCached(page, [addressOf(getLive, { id: recorder.id })]);
    await network.set('stopped');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Timing' })).toHaveText(
      'No picture of this race yetIt comes by itself once the server can be reached.',
    );
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    // No panel beside it waits for a picture either.
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(1);
    await expectSound(page);
    await context.setOffline(false);
    await network.set('pass');
    await expect(rows(page)).toHaveCount(names.length);
  });

  test('when a session ends the viewer is at its stored session without a reload, and it can be read offline', async ({
    page,
    context,
    origin,
    network,
    record,
  }) => {
    await installApp(page, `${origin}/live`);
    const recorder = await record();
    await page.reload();
    await page.getByRole('link', { name: /Monza Race/ }).click();
    await expect(rows(page)).toHaveCount(names.length);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await recorder.end();
    await expect(page).toHaveURL(/\/sessions\//);
    await expect(page.getByRole('list', { name: 'Order when the recording stopped' })).toContainText('Driver 1');
    expect(await page.evaluate(() => Object(window).isSameDocument)).toBe(true);
    await expect.poll(() => storedTexts(page)).toContain('Driver 1');
    await network.set('stopped');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Order when the recording stopped' })).toContainText('Driver 1');
  });
});
