import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { SessionType, Track } from '#contract/enumerations';
import { formatLap } from '#contract/race/times';
import { createField } from '../simulator/field.ts';
import { createLiveQualifying } from '../simulator/live-qualifying.ts';
import { createRandom } from '../simulator/random.ts';
import { createSimulatedRace } from '../simulator/simulated-race.ts';
import { expect, heading } from './base-test.ts';
import { expectSound } from './checks.ts';
import { waitForCached, waitForCharts } from './device.ts';
import { installApp, test } from './site.ts';

/** A moment is shown from so long before it, in ms. */
const leadIn = 4_000;

test.use({ serviceWorkers: 'allow' });

/** A race of 22 cars. */
function simulatedRace() {
  const field = createField(createRandom('a'), 22);
  const plan = { seed: 'a', track: Track.Monza, field, startsAt: '2026-05-01T18:00:00.000Z', minutes: 16 };
  return createSimulatedRace(plan);
}

test('a stored race is watched again from its page, moved by keyboard, and reloaded at its moment without a network', async ({
  page,
  site: { api, origin },
  context,
}) => {
  const race = simulatedRace();
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

test('a stored qualifying is watched again with its clock, cars in their garages, and the pole when it was driven', async ({
  page,
  site: { api, origin },
}) => {
  const field = createField(createRandom('q'), 22);
  const plan = { seed: 'q', track: Track.Monza, type: SessionType.Q1, field, startsAt: '2026-05-01T18:00:00.000Z' };
  const qualifying = createLiveQualifying({ ...plan, minutes: 12 });
  const body = qualifying.at(qualifying.duration);
  const { id } = await api.get('createSession', { as: 'Max', body });
  const rows = page.getByRole('table').getByRole('row');
  await page.goto(`${origin}/sessions/${id}?at=0`);
  await expect(rows.filter({ hasText: 'GARAGE' })).toHaveCount(22);
  await expect(page.getByText('12:00', { exact: true })).toBeVisible();
  await expect(page.getByText('follow those before')).toBeHidden();
  const pole = body.drivers.find(({ position }) => position === 1);
  const lap = pole?.lapTimes.find(({ lapTime }) => lapTime === pole.bestLapTimeMs);
  const row = rows.filter({ hasText: pole?.name ?? '' });
  const before = (lap?.endedAt ?? 0) / 1_000 - 1;
  await page.goto(`${origin}/sessions/${id}?at=${before.toFixed(1)}`);
  await expect(row).not.toContainText(formatLap(pole?.bestLapTimeMs ?? null));
  await expect(page.getByRole('slider', { name: 'Time' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(row).toContainText(formatLap(pole?.bestLapTimeMs ?? null));
  await expect(rows.nth(1)).toContainText(pole?.name ?? '-');
});

test('the messages of race control move a replay, also while it plays, and laps, stops and warnings open it', async ({
  page,
  site: { api, origin },
}) => {
  const race = simulatedRace();
  const { id } = await api.get('createSession', { as: 'Max', body: race.at(race.duration) });
  await page.goto(`${origin}/sessions/${id}?at=900`);
  const bar = page.getByRole('slider', { name: 'Time' });
  const control = page.getByRole('button', { name: 'Race control' });
  await expect(bar).toHaveValue('900000');
  await control.click();
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await messages.last().getByRole('link', { name: 'Watch it' }).press('Enter');
  await expect(page).not.toHaveURL(/at=900/);
  const time = Number(/at=([\d.]+)/.exec(page.url())?.[1]) * 1_000;
  await expect(bar).toHaveValue(String(time));
  // A row that is over the whole width, and the same moment again, from later on.
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await bar.inputValue())).toBeGreaterThan(time + leadIn);
  const href = await messages.first().getByRole('link', { name: 'Watch it' }).getAttribute('href');
  await messages.first().click({ position: { x: 30, y: 12 } });
  await expect.poll(async () => Number(await bar.inputValue())).toBeLessThan(time + leadIn);
  await expectSound(page);
  // The cars of a message are shown again, also after another one was chosen meanwhile.
  const tower = page.getByRole('button', { name: 'Tower' });
  await tower.click();
  const followed = page.locator('tbody[aria-label="Followed drivers"] [data-car]').first();
  const about = String(await followed.getAttribute('data-car'));
  await page.locator(`tbody:not([aria-label]) [data-car]:not([data-car="${about}"])`).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(followed).not.toHaveAttribute('data-car', about);
  await control.click();
  // It is there once more after four seconds.
  await page.locator(`a[href="${href}"]`).press('Enter');
  await tower.click();
  await expect(followed).toHaveAttribute('data-car', about);
  for (const [tab, name] of [
    ['laps', 'Watch lap 2'],
    ['tyres', /^Watch the stop on L\d+$/],
  ] as const) {
    await page.goto(`${origin}/sessions/${id}?tab=${tab}`);
    const link = page.getByRole('link', { name }).first();
    if (tab === 'tyres' && !(await link.isVisible())) continue;
    await link.click();
    await expect(bar).toBeVisible();
    await expect(page).toHaveURL(/\?at=[\d.]+&cars=\d+$/);
  }
});
