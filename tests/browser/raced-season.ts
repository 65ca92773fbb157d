import type { Locator, Page } from 'playwright/test';
import type { SessionUpload } from '#contract/api/bodies';
import { Track } from '#contract/enumerations';
import { driver, upload } from '../fixtures/session.ts';
import { callAs, createAccount } from './accounts.ts';
import { expect } from './base-test.ts';
import { openEvent } from './season-editor.ts';

interface Finisher {
  readonly name: string;
  readonly car: number;
  /** After the winner, in s. */
  readonly behind: number;
  /** The best lap in s. */
  readonly best: number;
}

/** A race of ten laps in the order of its finishers; the winner needs an hour. */
export function race(uid: string, trackId: Track, day: string, finishers: readonly Finisher[]): SessionUpload {
  return upload({
    internalSessionId: uid,
    trackId,
    sessionStartTime: `2026-05-${day}T18:00:00.000Z`,
    drivers: finishers.map(({ name, car, behind, best }, index) =>
      driver({
        name,
        carIndex: car,
        team: car % 2 === 0 ? 'Aurora' : 'Lanza',
        startingPosition: index + 1,
        finishingPosition: index + 1,
        position: index + 1,
        totalRaceTime: 3_600_000 + behind * 1_000,
        totalPenaltiesSeconds: 0,
        bestLapTimeMs: best * 1_000,
        numberOfLaps: 10,
      }),
    ),
  });
}

export const ada = { name: 'Ada Okoro', car: 0 };
export const elin = { name: 'Elin Lindqvist', car: 1 };
const mika = { name: 'Mika Varga', car: 2 };
const luis = { name: 'Luís Araújo', car: 3 };

/** With the default rules, after the alias: Ada 26 + 18 + 15 = 59, Mika 15 + 26 + 18 = 59, Elin 58, Luís 37. */
export const races = [
  race('1', Track.Monza, '02', [
    { ...ada, behind: 0, best: 80 },
    { ...elin, behind: 4, best: 81 },
    { ...mika, behind: 8, best: 82 },
    { ...luis, behind: 20, best: 83 },
  ]),
  race('2', Track.Spa, '09', [
    { ...mika, behind: 0, best: 100 },
    { ...ada, behind: 3, best: 101 },
    { ...elin, behind: 6, best: 102 },
    { ...luis, behind: 9, best: 103 },
  ]),
  race('3', Track.Suzuka, '16', [
    { ...elin, behind: 0, best: 91 },
    { ...mika, name: 'MikaVarga', behind: 3, best: 92 },
    { ...ada, behind: 6, best: 93 },
    { ...luis, behind: 9, best: 90 },
  ]),
];

export const outdated =
  'It was changed somewhere else in the meantime. Now you see it as it is: check it, then try again.';

/** A season with one event, Monza, and its race, attached if `isRun`. */
export async function createRacedSeason(origin: string, { isRun = true } = {}) {
  const account = await createAccount(origin);
  const session = await callAs(origin, account, 'POST', '/api/Sessions', races[0]);
  const { id } = await callAs(origin, account, 'POST', '/api/Seasons', { name: 'Raced' });
  const { events } = await callAs(origin, account, 'POST', `/api/Seasons/${id}/events`, { track: Track.Monza });
  const sessionIds = [session.id];
  if (isRun)
    await callAs(origin, account, 'PATCH', `/api/Seasons/${id}/events/${events[0].id}/sessions`, { sessionIds });
  return { account, id: String(id) };
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const ruling = (page: Page) => page.getByRole('form', { name: 'New ruling' });

/** The rows of a table as texts, without the marks of screen readers. */
export function rowsOf(table: Locator): Promise<string[]> {
  return textsOf(table.locator('tbody tr'));
}

export async function textsOf(rows: Locator): Promise<string[]> {
  return (await rows.allInnerTexts()).map((row) =>
    row
      .replaceAll(/\s+/g, ' ')
      .replace(/(up|down) /, '')
      .trim(),
  );
}

/** Name and points of each driver on the public page of the season. */
export async function expectStandings(page: Page, path: string, expected: readonly (readonly [string, number])[]) {
  await page.goto(path);
  const rows = page.getByRole('table', { name: 'Driver standings' }).locator('tbody tr');
  await expect(rows).toHaveCount(expected.length);
  for (const [index, [name, points]] of expected.entries()) {
    await expect(rows.nth(index).getByRole('rowheader')).toContainText(name);
    // Below the points is the gap, or who is champion.
    await expect(rows.nth(index).getByRole('cell').last().locator('span').first()).toHaveText(String(points));
  }
}

export async function addEvent(page: Page, track: string, start: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add an event' });
  await form.getByLabel('Track').selectOption({ label: track });
  await form.getByLabel('Start').fill(start);
  await form.getByRole('button', { name: 'Add event' }).click();
  await expect(page.getByRole('heading', { name: track, exact: true })).toBeVisible();
  await expect(form.getByLabel('Start')).toHaveValue('');
  await expect(form.getByLabel('Track')).toBeFocused();
}

/** Publishes the standings. */
export async function publish(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `Publish official ${number}`, exact: true }).click();
  await expect(page.getByText(`Official ${number} is published.`)).toBeVisible();
}

export async function attachSuggested(page: Page, track: string): Promise<void> {
  const event = page.getByRole('article', { name: new RegExp(track) });
  await openEvent(page, track);
  await event.getByRole('button', { name: `Add sessions to ${track}` }).click();
  const choice = event.getByRole('checkbox', { name: new RegExp(`^${track} · Race`) });
  await expect(choice).toBeChecked();
  await event.getByRole('button', { name: 'Add 1 session' }).click();
  await expect(event.getByRole('combobox', { name: 'Points of Race' })).toBeVisible();
}
