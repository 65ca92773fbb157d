import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track, TyreCompound } from '#contract/enumerations';
import { createAccount, findMail, newNames, password } from '../browser/accounts.ts';
import { names, raceOf } from '../browser/live-site.ts';
import { driver, upload } from '../fixtures/session.ts';
import type { EnginePage } from './engine-page.ts';
import { expect, test } from './engine-test.ts';

/** A race of two laps. */
const drivers = ['Ada Swift', 'Bo Quick'].map((name, carIndex) => {
  const lap = { sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const lapTimes = [90_000, 91_000].map((lapTime) => ({ ...lap, lapTime: lapTime + carIndex }));
  const tyres = [{ tyreCompound: TyreCompound.Soft, endLap: 2 }];
  return driver({ carIndex, name, finishingPosition: carIndex + 1, lapTimes, tyres, bestLapTimeMs: 90_000 + carIndex });
});

const ready = 'Ready to use offline.';

/** Addresses of the API whose answers are stored on the device. */
const storedAddresses = (tab: EnginePage) =>
  tab.run(async () => {
    // To open a database that does not exist would create it.
    if ((await indexedDB.databases()).length === 0) return [];
    return new Promise<string[]>((resolve, reject) => {
      const opening = indexedDB.open('pitboard');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const request = opening.result.transaction('marks').objectStore('marks').getAllKeys();
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          opening.result.close();
          resolve(request.result.map(String));
        };
      };
    });
  });

async function logIn(tab: EnginePage, email: string, secret = password): Promise<void> {
  await tab.fill('E-mail address', email);
  await tab.fill('Password', secret);
  await tab.click({ role: 'button', name: 'Log in' });
}

test('home shows the latest race, is stored on the device, and leads to the leagues', async ({ tab, origin }) => {
  await tab.goto(`${origin}/home`);
  await tab.expectText(ready);
  expect(await tab.texts({ role: 'link', part: 'Race' })).toHaveLength(1);
  await tab.click({ role: 'link', name: 'Leagues' });
  await tab.expectHeading('Leagues');
  await tab.expectText('Car Park League');
});

test('a race has tabs for its laps and tyres, and Back returns to where it was opened', async ({
  tab,
  origin,
  site,
}) => {
  const body = upload({ internalSessionId: '2', trackId: Track.Monaco, drivers });
  await site.api.get('createSession', { as: 'Max', body });
  await tab.goto(`${origin}/home`);
  await tab.click({ role: 'link', part: 'Monaco' });
  await tab.expectHeading('Monaco Race');
  const tables = (name: string) => tab.texts({ role: 'table', name });
  for (const name of ['Ada Swift', 'Bo Quick']) await tab.expectText(name);
  await tab.click({ role: 'link', name: 'Laps' });
  await tab.expectAddress(/\?tab=laps$/);
  await expect.poll(() => tables('Laps of Ada Swift')).toEqual([expect.stringMatching(/1:30\.000.*1:31\.000/)]);
  await tab.click({ role: 'link', name: 'Tyres' });
  await tab.expectAddress(/\?tab=tyres$/);
  await expect.poll(() => tables('Stints by driver')).toHaveLength(1);
  await tab.run(() => history.back());
  await tab.expectAddress(/^\/home$/);
  await expect.poll(() => tab.texts({ role: 'link', part: 'Monaco' })).toHaveLength(1);
});

test('signing up, confirming the address and choosing a name leads to the dashboard', async ({ tab, origin }) => {
  const { email, username } = newNames();
  await tab.goto(`${origin}/signup`);
  await tab.fill('E-mail address', email);
  await tab.fill('Password', password);
  await tab.click({ role: 'button', name: 'Sign up' });
  await tab.expectHeading('Check your e-mail');
  await tab.goto((await findMail(email, /^Confirm/, origin)).link);
  await tab.click({ role: 'button', name: 'Confirm and log in' });
  await tab.expectAddress(/^\/dashboard\/profileInit$/);
  await tab.fill('Username', username);
  await tab.expectText('This name is available.');
  await tab.click({ role: 'button', name: 'Save name' });
  await tab.expectHeading('Dashboard');
  await tab.expectText(`Logged in as ${username}`);
});

test('a wrong password is refused, and the right one opens the page that was asked for', async ({ tab, origin }) => {
  const { email } = await createAccount(origin);
  await tab.goto(`${origin}/dashboard/settings`);
  await tab.expectAddress(/^\/login\?redirect=/);
  await logIn(tab, email, 'not the password');
  await tab.expectText('E-mail address or password is wrong.');
  await logIn(tab, email);
  await tab.expectHeading('Settings');
  await tab.reload();
  await tab.expectHeading('Settings');
});

test('a name that is changed in the settings is saved', async ({ tab, origin }) => {
  const { email } = await createAccount(origin);
  const { username } = newNames();
  await tab.goto(`${origin}/login?redirect=%2Fdashboard%2Fsettings`);
  await logIn(tab, email);
  await tab.fill('Username', username);
  await tab.expectText('This name is available.');
  await tab.click({ role: 'button', name: 'Save name' });
  await tab.expectText('Saved.');
  await tab.goto(`${origin}/dashboard`);
  await tab.expectText(`Logged in as ${username}`);
});

test('with the server gone a page that was read is shown again after a reload, with its age', async ({
  tab,
  origin,
  site,
  network,
}) => {
  await tab.goto(`${origin}/sessions/${site.sessionId}`);
  await tab.expectText('Ada Swift');
  // WebKit may never resolve the promise `serviceWorker.ready`.
  const stateOfWorker = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => tab.run(stateOfWorker)).toBe('activated');
  await expect.poll(() => storedAddresses(tab)).toContain(addressOf(calls.getSession, { id: site.sessionId }));
  await network.set('stopped');
  await tab.reload();
  await tab.expectText('Ada Swift');
  await tab.expectText(/Saved (just now|\d+ min ago)/);
  await tab.goto(`${origin}/seasons/${site.seasonId}`);
  await tab.expectText('This season isn’t saved on this device');
  await network.set('pass');
  await tab.expectHeading('Car Park Season');
});

test('an update is offered, and the newest runs after it was accepted, not before', async ({ tab, origin, site }) => {
  const build = () => tab.run(() => document.documentElement.dataset['build'] ?? null).catch(String);
  await tab.goto(`${origin}/home`);
  await tab.expectText(ready);
  await tab.reload();
  await site.deploy('second');
  await tab.run(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await tab.expectText('A new version of Pitboard is available.');
  expect(await build()).toBeNull();
  await site.deploy('third');
  await tab.click({ role: 'button', name: 'Update now' });
  await expect.poll(build).toBe('third');
});

test.describe('with analytics', () => {
  test.use({
    settings: async ({ port }, use) => use({ PUBLIC_URL: `http://127.0.0.1:${port}`, ANALYTICS_ID: 'G-TEST123' }),
  });

  test('other servers are asked for nothing before a choice, and for analytics once it is accepted', async ({
    tab,
    origin,
    requestsOutside,
  }) => {
    const choice = () => tab.run(() => decodeURIComponent(document.cookie));
    const dialogs = () => tab.texts({ role: 'dialog', name: 'Cookies' });
    await tab.goto(`${origin}/home`);
    await expect.poll(dialogs).toHaveLength(1);
    expect([await choice(), requestsOutside()]).toEqual(['', 0]);
    await tab.click({ role: 'button', name: 'Reject all' });
    await expect.poll(choice).toContain('"categories":["necessary"]');
    await tab.reload();
    await tab.click({ role: 'link', name: 'Cookie settings' });
    await tab.click({ role: 'button', name: 'Manage Individual preferences' });
    await tab.click({ role: 'checkbox', part: 'Analytics' });
    expect(requestsOutside()).toBe(0);
    await tab.click({ role: 'button', name: 'Accept current selection' });
    await expect.poll(choice).toContain('"categories":["necessary","analytics"]');
    await expect.poll(requestsOutside).toBeGreaterThan(0);
  });
});

test('a live race goes on, names a server that is gone, and is live again when it is back', async ({
  tab,
  origin,
  network,
  record,
}) => {
  const recorder = await record();
  const status = () => tab.texts({ role: 'status' });
  const cars = () => tab.texts({ role: 'row', part: 'Driver' });
  await tab.goto(`${origin}/live/${recorder.id}`);
  await expect.poll(status).toContain('Live');
  await expect.poll(cars).toHaveLength(names.length - 2);
  recorder.show(raceOf(() => [7, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
  await expect.poll(async () => (await cars())[0]).toMatch(/Driver 7.*Leader/);
  await network.set('stopped');
  await expect.poll(status).toContain('Can’t reach the server');
  await network.set('pass');
  await expect.poll(status).toContain('Live');
  recorder.show(raceOf(() => [9, ...names.keys()].filter((car, index, all) => all.indexOf(car) === index)));
  await expect.poll(async () => (await cars())[0]).toMatch(/Driver 9.*Leader/);
});
