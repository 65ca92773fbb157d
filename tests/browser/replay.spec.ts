import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { createField } from '../../server/demo/field.ts';
import { createRandom } from '../../server/demo/random.ts';
import { createSimulatedRace } from '../../server/demo/simulated-race.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { waitForCached, waitForCharts } from './device.ts';
import { installApp, test } from './site.ts';

test.use({ serviceWorkers: 'allow' });

test('a stored race is watched again from its page, moved by keyboard, and reloaded at its moment without a network', async ({
  page,
  site: { api, origin },
  context,
}) => {
  const field = createField(createRandom('a'), 22);
  const plan = { seed: 'a', track: Track.Monza, field, startsAt: '2026-05-01T18:00:00.000Z', minutes: 16 };
  const race = createSimulatedRace(plan);
  const { id } = await api.get('createSession', { as: 'Max', body: race.at(race.duration) });
  await installApp(page, `${origin}/sessions/${id}`);
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  const bar = page.getByRole('slider', { name: 'Time' });
  await expect(bar).toHaveAttribute('aria-valuetext', /^Lap 1, 00:00 of \d\d:\d\d$/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(23);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuetext', /^Lap 1, 00:0[1-9] /);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(bar).toHaveAttribute('aria-valuetext', /^Lap 2, /);
  await page.keyboard.press('ArrowRight');
  await expectSound(page);
  const leader = race.at(Number(await bar.inputValue())).drivers.find(({ position }) => position === 1)?.name ?? '';
  const first = page.getByRole('table').getByRole('row').nth(1);
  await expect(first).toContainText(leader);
  await expect(page).toHaveURL(/\?at=\d+(\.\d)?$/);
  await waitForCached(page, [
    addressOf(calls.getSession, { id }),
    addressOf(calls.getOutline, { trackId: String(Track.Monza) }),
  ]);
  await waitForCharts(page);
  await context.setOffline(true);
  await page.reload();
  await expect(bar).toHaveAttribute('aria-valuetext', /^Lap 2, /);
  await expect(first).toContainText(leader);
  await page.goto(`${origin}/sessions/${id}?tab=overtakes`);
  await page.getByRole('link', { name: 'Watch it' }).first().click();
  await expect(page).toHaveURL(/\?at=[\d.]+&cars=\d+,\d+$/);
  await expect(bar).toHaveAttribute('aria-valuetext', /^Lap 1, /);
  await page.getByRole('button', { name: 'Map' }).click();
  await expect(page.getByRole('img', { name: /^Map of Monza, \d\d cars on the track/ })).toBeVisible();
  await expect(heading(page)).toHaveText(/Monza/);
  await page.getByRole('link', { name: 'Result', exact: true }).click();
  await expect(page).toHaveURL(/\?tab=results$/);
});
