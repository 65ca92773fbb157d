import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { Track } from '#contract/enumerations';
import { webhookAddress } from '../fixtures/fixture.ts';
import { scriptPayloads } from '../fixtures/script-payloads.ts';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect, heading, waitForDeferredShell } from './base-test.ts';
import { type Site, test } from './site.ts';

// No message reaches a channel.
test.use({ discordOrigin: 'http://127.0.0.1:1' });
test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
});

/** `count` pieces of a list, as equal as possible. */
function split<Item>(items: readonly Item[], count: number): Item[][] {
  return Array.from({ length: count }, (_, index) => items.filter((_item, at) => at % count === index));
}

/** Stores payloads in every text field of leagues, seasons, events and sessions; returns the pages that show them. */
async function store({ api }: Site): Promise<string[]> {
  const owner = 'Max';
  const sessions: string[] = [];
  for (const [index, names] of split(scriptPayloads, 10).entries()) {
    const drivers = names.map((name, carIndex) =>
      driver({ name, carIndex, team: name, position: carIndex + 1, finishingPosition: carIndex + 1 }),
    );
    const body = upload({
      drivers,
      internalSessionId: String(1_000 + index),
      gameVersion: names[0]?.slice(0, 20) ?? '',
    });
    sessions.push((await api.get('createSession', { as: owner, body })).id);
  }
  const pages = sessions.map((id) => `/sessions/${id}`);
  for (const [index, names] of split(scriptPayloads, 4).entries()) {
    const season = await api.get('createSeason', { as: owner, body: { name: names[0] ?? '' } });
    const seasonId = season.id;
    const { events } = await api.get('addEvents', {
      as: owner,
      params: { seasonId },
      body: { events: names.map((name) => ({ track: Track.Monza, name })) },
    });
    const sessionIds = sessions.slice(index * 2, index * 2 + 2);
    await api.get('addEventSessions', {
      as: owner,
      params: { seasonId, eventId: events[0]?.id ?? '' },
      body: { sessionIds },
    });
    const roster = names.map((name, at) => ({
      id: randomUUID(),
      name,
      number: at + 1,
      team: name,
      isReserve: at % 2 === 0,
    }));
    await api.get('setRoster', { as: owner, params: { id: seasonId }, body: { roster } });
    if (index === 0) {
      await api.get('claimDriver', { as: owner, params: { id: seasonId }, body: { driverId: roster[0]?.id ?? '' } });
      pages.push(`/user/${season.ownerId}`);
    }
    pages.push(...['', '?tab=teams', '?tab=results', '?tab=calendar'].map((tab) => `/seasons/${seasonId}${tab}`));
    const description = names.join(' ').slice(0, 2_000);
    const body = { name: names[1] ?? '', description };
    const { id: leagueId } = await api.get('createLeague', { as: owner, body });
    await api.get('addLeagueSeason', { as: owner, params: { leagueId, seasonId } });
    pages.push(`/leagues/${leagueId}`);
  }
  for (const name of scriptPayloads.slice(0, 40)) await api.get('createLeague', { as: owner, body: { name } });
  return [...pages, '/', '/leagues', '/search/script', '/search/%3Cscript%3Ealert(1)%3C%2Fscript%3E'];
}

/** Collects what scripts show; nothing may be in it in the end. */
function watchAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.dismiss();
  });
  return alerts;
}

/** No text of the page has become an element, and no link leads to a script. */
async function expectTexts(page: Page, path: string): Promise<void> {
  const links = await page.locator('[href], [src], [action], [formaction]').evaluateAll((elements) =>
    elements.flatMap((element) =>
      ['href', 'src', 'action', 'formaction'].flatMap((name) => {
        const value = element.getAttribute(name);
        return value === null ? [] : [new URL(value, location.href).protocol];
      }),
    ),
  );
  expect([path, links.filter((protocol) => !/^(https?|blob|data):$/.test(protocol))]).toEqual([path, []]);
  const elements = page.locator(':is(main, dialog) :is(script, iframe, object, embed, marquee)');
  expect([path, await elements.count()]).toEqual([path, 0]);
}

test('texts that would run a script are shown as texts on every page, and no link runs one', async ({ page, site }) => {
  test.setTimeout(180_000);
  expect(scriptPayloads.length).toBeGreaterThan(100);
  const pages = await store(site);
  const alerts = watchAlerts(page);
  for (const path of pages) {
    await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    if (path === pages[0]) await waitForDeferredShell(page);
    await expectTexts(page, path);
  }
  expect(alerts).toEqual([]);
});

test('the dashboard shows such texts as texts: names, reasons, notes and aliases', async ({ page, site }) => {
  test.setTimeout(120_000);
  const account = await createAccount(site.origin);
  const send = (method: string, path: string, body: object) => callAs(site.origin, account, method, path, body);
  const drivers = scriptPayloads.slice(0, 20).map((name, carIndex) => driver({ name, carIndex, finishingPosition: 1 }));
  const { id: sessionId } = await send('POST', '/api/Sessions', upload({ drivers, internalSessionId: '9' }));
  const waiting = scriptPayloads.slice(20, 40).map((name, carIndex) => driver({ name, team: name, carIndex }));
  await send('POST', '/api/Sessions', upload({ drivers: waiting, internalSessionId: '10' }));
  for (const name of scriptPayloads.slice(0, 20).map((payload) => payload.slice(0, 60)))
    await send('POST', '/api/Account/tokens', { name, scope: 'read' });
  const { id: seasonId } = await send('POST', '/api/Seasons', { name: scriptPayloads[1] });
  const { events } = await send('POST', `/api/Seasons/${seasonId}/events`, { track: 11, name: scriptPayloads[2] });
  const { id: leagueId } = await send('POST', '/api/League', {
    name: scriptPayloads[3],
    description: scriptPayloads.slice(0, 30).join(' ').slice(0, 2_000),
  });
  await send('PATCH', `/api/Seasons/${seasonId}/events/${events[0].id}/sessions`, { sessionIds: [sessionId] });
  await send('PATCH', `/api/League/${leagueId}/webhook`, { address: webhookAddress });
  await callAs(site.origin, account, 'POST', `/api/League/${leagueId}/seasons/${seasonId}`);
  const recorded = drivers.map(({ name }) => name);
  const aliases = scriptPayloads.slice(20, 20 + recorded.length).map((name, index) => ({
    name,
    recordedNames: [recorded[index]],
  }));
  await send('PUT', `/api/Seasons/${seasonId}/aliases`, { aliases });
  const [first] = events;
  const roster = scriptPayloads.slice(0, 50).map((name, index) => ({
    id: randomUUID(),
    name,
    number: index + 1,
    team: name,
    isReserve: true,
    changes: index === 0 ? [{ eventId: first.id, team: name, isReserve: false }] : [],
  }));
  await send('PUT', `/api/Seasons/${seasonId}/roster`, { roster });
  await send('POST', `/api/Seasons/${seasonId}/claims`, { driverId: roster[0]?.id });
  const notes = split(scriptPayloads, 40).map((payloads) => payloads.join(' '));
  for (const [index, reason] of scriptPayloads.entries()) {
    await send('POST', `/api/Seasons/${seasonId}/rulings`, {
      sessionId,
      kind: 'points',
      carIndex: 0,
      points: 1,
      reason,
    });
    // Each ruling changes the standings, so that they can be published.
    const note = notes[index];
    if (note !== undefined) await send('POST', `/api/Seasons/${seasonId}/revisions`, { note });
  }
  const alerts = watchAlerts(page);
  await startLoggedIn(page, account, site.origin);
  for (const path of [
    '/dashboard',
    '/dashboard/leagues',
    `/dashboard/leagues/${leagueId}/edit`,
    '/dashboard/seasons',
    `/dashboard/seasons/create?seasonName=${encodeURIComponent(scriptPayloads[0] ?? '')}`,
    '/dashboard/settings',
    '/dashboard/race-night',
    '/dashboard/sessions',
    `/dashboard/sessions?rename=${sessionId}`,
    ...['', '/drivers', '/points', '/rulings', '/publish', '/settings'].map(
      (section) => `/dashboard/seasons/${seasonId}/edit${section}`,
    ),
  ]) {
    await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await expectTexts(page, path);
  }
  await page.goto(`${site.origin}/dashboard/leagues/${leagueId}/edit`);
  await expect(page.getByText(`${scriptPayloads[1]}: official standings`).first()).toBeVisible();
  await expectTexts(page, 'messages to the chat');
  await page.goto(`${site.origin}/dashboard/seasons/${seasonId}/edit/rulings`);
  const rulings = page.getByRole('region', { name: 'Rulings', exact: true }).getByRole('article');
  await expect(rulings).toHaveCount(scriptPayloads.length);
  await expectTexts(page, 'all rulings');
  await page.goto(`${site.origin}/dashboard/seasons/${seasonId}/edit/publish`);
  const revisions = page.getByRole('region', { name: 'Official standings', exact: true }).getByRole('listitem');
  await expect(revisions).toHaveCount(notes.length);
  await expectTexts(page, 'all revisions');

  await page.goto(`${site.origin}/seasons/${seasonId}?tab=results`);
  await page.getByRole('main').getByRole('table').getByRole('button').first().click();
  const why = page.getByRole('dialog').filter({ visible: true });
  await expect(why).toContainText(String(scriptPayloads.at(-1)));
  await expectTexts(page, 'the reasons of points');
  expect(alerts).toEqual([]);
});
