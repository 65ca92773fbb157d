import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright/test';
import sharp from 'sharp';
import { teamPalette } from '#contract/colours/car-colours';
import type { TeamColour } from '#contract/entities/team-colour';
import { ResultStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import { teamColourName } from '#contract/race/team-colour-name';
import { assignTeamColours, teamColour } from '#contract/race/team-colours';
import { userIdOf } from '../../server/tests/support/open-test-server.ts';
import { openHttpServer } from '../fixtures/http-server.ts';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, names, raceOf, test } from './live-site.ts';
import { createRacedSeason } from './raced-season.ts';

const rows = (page: Page | FrameLocator) => page.locator('.tower .row');

/** The smallest opacity of a picture of the page without the browser's own ground. */
async function opacityOf(page: Page): Promise<{ readonly least: number; readonly most: number }> {
  const { channels } = await sharp(await page.screenshot({ omitBackground: true })).stats();
  return { least: channels[3]?.min ?? 255, most: channels[3]?.max ?? 255 };
}

test('an overlay is transparent in every size, and stays so after a reload', async ({ page, origin, record }) => {
  const { id } = await record();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 400, height: 1080 });
  await page.goto(`${origin}/overlay/${id}`);
  await expect(rows(page)).toHaveCount(names.length);
  await expect(page.getByText('LAP 3')).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).toBeInViewport();
  await expect(page.locator('[data-place="22"]')).toBeInViewport();
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(background).toBe('rgba(0, 0, 0, 0)');
  expect(await opacityOf(page)).toEqual({ least: 0, most: expect.any(Number) });
  for (const show of ['battle', 'lower-third&drivers=7']) {
    await page.setViewportSize({ width: 1920, height: 200 });
    await page.goto(`${origin}/overlay/${id}?show=${show}&side=right&scale=1.25`);
    const panel = page.locator('.panel');
    await expect(panel).toBeInViewport({ ratio: 1 });
    expect(await opacityOf(page)).toEqual({ least: 0, most: expect.any(Number) });
    const box = await panel.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_880);
  }
  // The overlay loads no other part of the app: no settings, sign-in, consent or service worker.
  const calls = requested.filter((path) => !path.startsWith('/assets/') && !path.startsWith('/overlay/'));
  expect([...new Set(calls)].filter((path) => path !== '/icon.svg')).toEqual([`/api/LiveSession/${id}`]);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('an overlay goes on by itself after the connection is cut, and says nothing meanwhile', async ({
  page,
  origin,
  network,
  record,
}) => {
  const recorder = await record();
  await page.goto(`${origin}/overlay/${recorder.id}?rows=10`);
  await expect(rows(page).filter({ visible: true })).toHaveCount(10);
  await network.set('stopped');
  await expect(page.locator('.overlay')).not.toHaveAttribute('data-status', 'following');
  await expect(page.getByRole('main')).toHaveText(/LAP 3/);
  await expect(page.getByRole('main')).not.toContainText(/connect|offline|server|lost/i);
  await network.set('pass');
  recorder.show(raceOf(undefined, { trackFlag: 3 }));
  await expect(page.locator('.overlay')).toHaveAttribute('data-flag', 'red');
  await expect(page.locator('.overlay')).toHaveAttribute('data-status', 'following');
});

test('a race goes on where the script that reads its changes cannot be loaded', async ({ page, origin, record }) => {
  await page.route(/frame-decoder-[^/]+\.js$/, (route) => route.abort());
  let requested = 0;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      requested += Number(payload.includes('resync'));
    });
  });
  const recorder = await record();
  await page.goto(`${origin}/overlay/${recorder.id}?rows=10`);
  await expect(rows(page).filter({ visible: true })).toHaveCount(10);
  const overlay = page.locator('.overlay');
  for (const [trackFlag, flag] of [
    [3, 'red'],
    [1, 'yellow'],
  ] as const) {
    recorder.show(raceOf(undefined, { trackFlag }));
    await expect(overlay).toHaveAttribute('data-flag', flag);
    await expect(overlay).toHaveAttribute('data-status', 'following');
  }
  // Not a picture of everything every two seconds.
  expect(requested).toBeLessThanOrEqual(1);
});

test('a file and a page of another site may frame an overlay, and read a public race', async ({
  page,
  origin,
  record,
}) => {
  const { id } = await record();
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-overlay-'));
  const address = JSON.stringify(`${origin}/overlay/${id}`);
  const socket = JSON.stringify(`${origin.replace('http', 'ws')}/api/LiveSession/ws/${id}?format=json`);
  const html = `<!doctype html><iframe src=${address} width="400" height="900"></iframe><p></p><script>
    const call = fetch(${JSON.stringify(`${origin}/api/LiveSession/${id}`)}).then((response) => response.json());
    const message = new Promise((resolve) => {
      new WebSocket(${socket}).onmessage = ({ data }) => resolve(JSON.parse(data));
    });
    Promise.all([call, message]).then(([{ state }, { type }]) => {
      document.querySelector('p').textContent = state + ' ' + type;
    });
  </script>`;
  writeFileSync(join(folder, 'scene.html'), html);
  const other = await openHttpServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  for (const scene of [`file://${join(folder, 'scene.html')}`, other.origin]) {
    await page.goto(scene);
    await expect(rows(page.frameLocator('iframe'))).toHaveCount(names.length);
    await expect(page.locator('p')).toHaveText('live hello');
  }
  await page.goto('about:blank');
  await other.close();
  rmSync(folder, { recursive: true });
});

test('a last lap that does not count is struck through, as in the tower of the page', async ({
  page,
  origin,
  record,
}) => {
  const { id } = await record();
  await page.goto(`${origin}/overlay/${id}?columns=last`);
  const lapOf = (car: number) => page.locator(`[data-car="${car}"] [data-column="last"] span`);
  await expect(lapOf(5)).toHaveText('1:30.050');
  await expect(lapOf(5)).toHaveCSS('text-decoration-line', 'line-through');
  await expect(lapOf(4)).toHaveCSS('text-decoration-line', 'none');
});

test('styles that streaming software adds are applied', async ({ page, origin, record }) => {
  const { id } = await record();
  await page.goto(`${origin}/overlay/${id}`);
  await expect(rows(page)).toHaveCount(names.length);
  const heights = await page.evaluate(() => {
    const heightOf = () => document.querySelector('.row')?.getBoundingClientRect().height;
    // OBS appends a text node now, and set innerHTML before 2024.
    return [30, 50].map((height) => {
      const style = document.createElement('style');
      const text = `.overlay { --row-height: ${height}px; }`;
      if (height === 30) style.appendChild(document.createTextNode(text));
      else style.innerHTML = text;
      document.head.appendChild(style);
      return heightOf();
    });
  });
  expect(heights).toEqual([30, 50]);
});

test('the overlay of a user shows what they drive, when they begin', async ({ page, origin, record }) => {
  const empty = page.waitForResponse(/\/api\/LiveSession\/user\//);
  await page.goto(`${origin}/overlay/user/${userIdOf('Max')}?asof&heads&columns=gained`);
  expect(await (await empty).json()).toEqual([]);
  await record();
  await expect(rows(page)).toHaveCount(names.length);
  await expect(page.getByText(/^as of \d\d:\d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('Driver', { exact: true })).toBeVisible();
  await expect(page.getByText('Gained', { exact: true })).toBeVisible();
});

test('the result of a race stays on its overlay, over a reload too', async ({ page, origin, record }) => {
  const recorder = await record();
  await page.goto(`${origin}/overlay/${recorder.id}`);
  await expect(rows(page)).toHaveCount(names.length);
  recorder.show(raceOf(undefined, { sessionStatus: SessionStatus.Finished }));
  await recorder.end();
  await expect(page.locator('.overlay')).toHaveAttribute('data-status', 'ended');
  await page.reload();
  await expect(page.locator('.overlay')).toHaveAttribute('data-status', 'ended');
  await expect(rows(page)).toHaveCount(names.length);
});

test('an overlay with a delay shows the end at its time, over a reload too', async ({ page, origin, site, record }) => {
  const recorder = await record();
  await page.goto(`${origin}/overlay/${recorder.id}?delay=5`);
  await expect(rows(page)).toHaveCount(names.length, { timeout: 15_000 });
  const endedAt = performance.now();
  await recorder.end();
  await expect.poll(async () => (await site.api.get('getLive', { params: { id: recorder.id } })).state).toBe('ended');
  await page.reload();
  await expect(rows(page)).toHaveCount(names.length);
  await expect(page.locator('.overlay')).toHaveAttribute('data-status', 'ended', { timeout: 15_000 });
  expect(performance.now() - endedAt).toBeGreaterThan(4_800);
});

test('standings come once the race is one of an event, and count it once when its result is stored', async ({
  page,
  origin,
  site,
  record,
}) => {
  const recorder = await record();
  await page.goto(`${origin}/overlay/${recorder.id}?show=standings`);
  await expect(page.locator('.overlay')).toBeAttached();
  const { id: seasonId } = await site.api.get('createSeason', { as: 'Max', body: { name: 'Night' } });
  const { events } = await site.api.get('addEvent', { as: 'Max', params: { seasonId }, body: { track: Track.Monza } });
  const params = { seasonId, eventId: events[0]?.id ?? '' };
  await site.api.get('updateEvent', { as: 'Max', params, body: { liveId: recorder.id } });
  const leader = page.locator('.standings .row[data-place="1"]');
  await expect(leader.locator('.gained')).toHaveText(/^\+2\d$/);
  const order = [...names.keys()].reverse();
  recorder.show((time) => {
    const document = raceOf(() => order, { sessionStatus: SessionStatus.Finished })(time);
    const drivers = Object.entries(document.drivers ?? {}).map(([index, each]) => [
      index,
      { ...each, resultStatus: ResultStatus.Finished, finishingPosition: order.indexOf(Number(index)) + 1 },
    ]);
    return { ...document, drivers: Object.fromEntries(drivers) };
  });
  await expect(leader).toContainText('Driver 21');
  const points = (await leader.locator('.points').textContent()) ?? '';
  const withResult = page.waitForResponse(async (response) => {
    if (!response.url().endsWith(`/api/Seasons/${seasonId}`)) return false;
    return (await response.json()).standings.drivers.length > 0;
  });
  await recorder.end();
  await withResult;
  await expect(page.locator('.overlay')).toHaveAttribute('data-status', 'ended');
  await expect(leader.locator('.points')).toHaveText(points);
  await expect(leader.locator('.gained')).toHaveText(`+${points}`);
});

test('a race of an event has the colours that its season has, on its overlay and its page', async ({
  page,
  origin,
  site,
  record,
}) => {
  const recorder = await record();
  const { id } = await site.api.get('createSeason', { as: 'Max', body: { name: 'Colours' } });
  const { events } = await site.api.get('addEvent', {
    as: 'Max',
    params: { seasonId: id },
    body: { track: Track.Monza },
  });
  const params = { seasonId: id, eventId: events[0]?.id ?? '' };
  await site.api.get('updateEvent', { as: 'Max', params, body: { liveId: recorder.id } });
  const team = driver({}).team ?? '';
  const own = teamColourName(teamColour(team)) ?? 'red';
  const seat = { id: '01900000-0000-7000-8000-0000000000e7', name: 'Ann', number: 4, isReserve: false };
  const setTeam = (name: string) =>
    site.api.get('setRoster', { as: 'Max', params: { id }, body: { roster: [{ ...seat, team: name }] } });
  const choose = (teamColours: readonly TeamColour[]) =>
    site.api.get('setTeamColours', { as: 'Max', params: { id }, body: { teamColours: [...teamColours] } });
  const expectColour = async (colour: string) => {
    await page.goto(`${origin}/overlay/${recorder.id}`);
    await expect(rows(page).first()).toHaveAttribute('style', new RegExp(`--team: ?${colour}`));
    await page.goto(`${origin}/live/${recorder.id}`);
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    const bar = page.locator(`[title="${team}"]`).first();
    await expect(bar).toHaveCSS('border-left-color', `rgb(${parts.join(', ')})`);
  };
  // A team that is not in the race has its colour.
  await setTeam('Elsewhere');
  await choose([{ team: 'Elsewhere', colour: own }]);
  const left =
    assignTeamColours({ teams: ['Elsewhere'], others: [team], chosen: [{ team: 'Elsewhere', colour: own }] }).get(
      team,
    ) ?? '';
  expect(left).not.toBe(teamPalette[own]);
  await expectColour(left);

  await setTeam(team);
  await choose([{ team, colour: 'lime' }]);
  await expectColour(teamPalette.lime);

  await choose([]);
  // In standings a car counts for the team of its driver, and takes no colour from that.
  const [name = ''] = names;
  const [ofCar, ofDriver] = ['Aurora', 'Zenith'];
  expect(teamColour(ofCar)).toBe(teamColour(ofDriver));
  const drivers = [driver({ name, team: ofCar, finishingPosition: 1 })];
  const body = upload({ internalSessionId: '78', sessionType: SessionType.Race, drivers });
  const { id: sessionId } = await site.api.get('createSession', { as: 'Max', body });
  const roster = [{ ...seat, name, team: ofDriver }];
  // A team keeps the colour that it was given first.
  await site.api.get('setRoster', { as: 'Max', params: { id }, body: { roster } });
  await site.api.get('addEventSession', { as: 'Max', params: { ...params, sessionId } });
  for (const address of [`/overlay/season/${id}`, `/overlay/${recorder.id}?show=standings`]) {
    await page.goto(`${origin}${address}`);
    const row = page.locator('.standings .row').filter({ hasText: name }).first();
    await expect(row).toHaveAttribute('style', new RegExp(`--team: ?${teamColour(ofDriver)}`));
  }
});

test('the standings of a season are an overlay by themselves, which follows rulings and asks for nothing else', async ({
  page,
  site,
}) => {
  const { account, id } = await createRacedSeason(site.origin);
  const { events } = await callAs(site.origin, account, 'GET', `/api/Seasons/${id}`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 400, height: 600 });
  await page.goto(`${site.origin}/overlay/season/${id}?rows=3&heads=1`);
  const standings = page.locator('.standings .row');
  await expect(standings).toHaveText([/1Ada Okoro26/, /2Elin Lindqvist−818/, /3Mika Varga−1115/]);
  await expect(page.locator('.standings .head')).toHaveText(/RacedRound 1 of 1/);
  expect(await opacityOf(page)).toEqual({ least: 0, most: expect.any(Number) });
  // The second car of a team has a bar in two halves.
  const clips = page.locator('.standings .team');
  expect(await clips.evaluateAll((all) => all.map((each) => getComputedStyle(each).clipPath !== 'none'))).toEqual([
    false,
    false,
    true,
  ]);
  const calls = requested.filter((path) => !/^\/(assets|overlay)\//.test(path) && path !== '/icon.svg');
  expect([...new Set(calls)]).toEqual([`/api/Seasons/${id}`]);
  const body = { sessionId: events[0].sessions[0].session.id, reason: 'Contact', kind: 'disqualify', carIndex: 0 };
  await callAs(site.origin, account, 'POST', `/api/Seasons/${id}/rulings`, body);
  // OBS does this when its scene is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(standings.first()).toHaveText(/1Elin Lindqvist26/);

  await useOwnIpAddress(page.context());
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard/overlay`);
  await page.getByLabel('Race or season').selectOption({ label: 'Raced' });
  await page.getByLabel('Shows').selectOption({ label: 'Team standings' });
  await expect(page.getByText(`${site.origin}/overlay/season/${id}?table=teams`)).toBeVisible();
  await expect(page.frameLocator('iframe').locator('.standings .row')).toHaveText([/1Lanza−?\d+/, /2Aurora−\d+/]);
});

test('while nothing runs, the preview of an overlay is an example from a finished race, and its address is not', async ({
  page,
  site,
}) => {
  const { account } = await createRacedSeason(site.origin);
  await useOwnIpAddress(page.context());
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard/overlay`);
  await expect(page.getByText(/^Example with a finished race: .+ Race, /)).toBeVisible();
  await expect(rows(page.frameLocator('iframe')).first()).toContainText('OKO');
  await page.getByLabel('Shows').selectOption('lower-third');
  await expect(page.frameLocator('iframe').locator('.lower-third')).toBeVisible();
  await expect(page.getByText('#example')).toHaveCount(0);
});

test('an overlay of a private race needs its key, which is in no request', async ({ page, origin, record }) => {
  const { id } = await record({ key: 'pit wall 7' });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await page.goto(`${origin}/overlay/${id}#key=pit%20wall%207`);
  await expect(rows(page)).toHaveCount(names.length);
  expect(addresses.filter((address) => /pit|wall/i.test(decodeURIComponent(new URL(address).search)))).toEqual([]);
  expect(addresses.some((address) => address.includes('ticket='))).toBe(true);
});

test('the old address of an overlay leads to the new one', async ({ page, origin, record }) => {
  const { id } = await record();
  await page.goto(`${origin}/live/${id}?overlay`);
  await expect(page).toHaveURL(`${origin}/overlay/${id}`);
  await expect(rows(page)).toHaveCount(names.length);
});
