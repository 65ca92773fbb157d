import type { Page } from 'playwright/test';
import { callAs, createAccount } from '../accounts.ts';
import { expect, heading } from '../base-test.ts';
import { openDriver, openEvent, openSection } from '../season-editor.ts';
import { type Form, idInAddress, press, shows, type User } from './form.ts';

const season = ({ page, call }: User) => call('GET', `/api/Seasons/${idInAddress(page)}`);
const ownSeason = async ({ call }: User) => (await call('GET', '/api/Seasons/user?page=0&pageSize=9')).seasons[0].id;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const event = (page: Page, track: string) => page.getByRole('article', { name: new RegExp(`, ${track}$`) });
const pressIn = (name: string, button: string) => (page: Page) =>
  section(page, name).getByRole('button', { name: button, exact: true }).click();
/** A button that asks first. */
const confirm = (button: string, answer: string) => async (page: Page) => {
  await press(button)(page);
  await press(answer)(page);
};
const addEvent = (track: string): Form => ({
  title: `adding the event of ${track}`,
  source: 'dashboard/seasons/AddEventForm.tsx',
  request: ['POST', /\/api\/Seasons\/[\w-]+\/events$/],
  fill: async ({ page }) => {
    await page.getByRole('form', { name: 'Add an event' }).getByLabel('Track').selectOption({ label: track });
  },
  submit: press('Add event'),
  expectDone: ({ page }) => expect(event(page, track)).toBeVisible(),
  stored: async (user) => (await season(user)).events.length,
  one: track === 'Monza' ? 1 : 2,
});
/** The result of the event at Imola, by the request whose answer is lost: that which stores it, or that which puts it there. */
const enterResult = (title: string, request: Form['request'], one: number): Form => ({
  title,
  source: 'dashboard/seasons/ResultForm.tsx',
  request,
  fill: async ({ page }) => {
    if (one === 1) await openEvent(page, 'Imola');
    await press('Enter result of Imola')(page);
    await page.getByLabel('Result, one driver in each line').fill('Ada Okoro\nMika Varga');
  },
  submit: press('Add result of 2 drivers'),
  expectDone: async ({ page }) => {
    await expect(page.getByRole('form', { name: 'Result' })).toHaveCount(0);
    await expect(event(page, 'Imola').getByRole('combobox', { name: 'Points of Race' })).toHaveCount(one);
  },
  stored: async (user) => (await season(user)).events[1].sessions.length,
  one,
});

/** A season from its creation to its end, in this order. The user has a race at Monza with Ada Okoro and Mika Varga. */
export const seasonForms: readonly Form[] = [
  {
    title: 'creating a season',
    source: 'dashboard/seasons/CreateSeasonPage.tsx',
    request: ['POST', /\/api\/Seasons$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/seasons/create');
      await page.getByLabel('Name of the season').fill('Once Only');
    },
    submit: press('Create season'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Once Only'),
    stored: async ({ call }) => (await call('GET', '/api/Seasons/user?page=0&pageSize=9')).seasons.length,
    one: 1,
  },
  addEvent('Monza'),
  addEvent('Spa'),
  {
    title: 'adding weekly events',
    source: 'dashboard/seasons/WeeklyEventsForm.tsx',
    request: ['PATCH', /\/api\/Seasons\/[\w-]+\/events$/],
    fill: async ({ page }) => {
      await press('Add weekly events')(page);
      await page.getByLabel('First event').fill('2026-05-02T20:00');
      await page.getByLabel(/^Tracks/).fill('Imola');
    },
    submit: press('Add 1 event'),
    expectDone: ({ page }) => expect(event(page, 'Imola')).toBeVisible(),
    stored: async (user) => (await season(user)).events.length,
    one: 3,
  },
  {
    title: 'putting events in order',
    source: 'dashboard/seasons/EventsSection.tsx',
    request: ['PUT', /\/events\/order$/],
    fill: async ({ page }) => {
      await openEvent(page, 'Spa');
      await press('Move Spa up')(page);
    },
    submit: press('Save order'),
    expectDone: shows('The order is saved.'),
    stored: async (user) => (await season(user)).events.map(({ name }: { name: string | null }) => name),
    one: [null, null, null],
  },
  {
    title: 'changing an event',
    source: 'dashboard/seasons/EventForm.tsx',
    request: ['PATCH', /\/events\/[\w-]+$/],
    fill: async ({ page }) => {
      await press('Edit Spa')(page);
      await event(page, 'Spa').getByLabel('Name', { exact: true }).fill('Finale');
    },
    submit: press('Save event'),
    expectDone: ({ page }) => expect(event(page, 'Finale')).toBeVisible(),
    stored: async (user) => (await season(user)).events[0].name,
    one: 'Finale',
  },
  {
    title: 'deleting an event',
    source: 'dashboard/seasons/ConfirmedWrite.tsx',
    request: ['DELETE', /\/events\/[\w-]+$/],
    submit: confirm('Delete Finale', 'Delete event'),
    expectDone: ({ page }) => expect(event(page, 'Finale')).toHaveCount(0),
    stored: async (user) => (await season(user)).events.length,
    one: 2,
  },
  {
    title: 'adding a session to an event',
    source: 'dashboard/seasons/SessionPicker.tsx',
    request: ['PATCH', /\/events\/[\w-]+\/sessions$/],
    fill: async ({ page }) => {
      await openEvent(page, 'Monza');
      await press('Add sessions to Monza')(page);
      await event(page, 'Monza').getByRole('checkbox').check();
    },
    submit: press('Add 1 session'),
    expectDone: ({ page }) => expect(page.getByRole('combobox', { name: 'Points of Race' })).toBeVisible(),
    stored: async (user) => (await season(user)).events[0].sessions.length,
    one: 1,
  },
  {
    title: 'choosing the points of a session',
    source: 'dashboard/seasons/AttachedSession.tsx',
    request: ['PATCH', /\/events\/[\w-]+\/session\/[\w-]+$/],
    submit: async (page) => {
      const points = page.getByRole('combobox', { name: 'Points of Race' });
      // The answer to a try may have been lost: what is chosen then is shown as it was.
      await points.selectOption({ label: 'Sprint points' });
    },
    expectDone: ({ page }) => expect(page.getByRole('combobox', { name: 'Points of Race' })).toHaveValue('sprint'),
    stored: async (user) => (await season(user)).events[0].sessions[0].scoring,
    one: 'sprint',
  },
  {
    title: 'taking a session out of an event',
    source: 'dashboard/seasons/AttachedSession.tsx',
    request: ['DELETE', /\/events\/[\w-]+\/session\/[\w-]+$/],
    submit: press('Remove Race from this event'),
    expectDone: ({ page }) => expect(page.getByRole('combobox', { name: 'Points of Race' })).toHaveCount(0),
    stored: async (user) => (await season(user)).events[0].sessions,
    one: [],
  },
  enterResult('storing an entered result', ['POST', /\/api\/Sessions$/], 1),
  enterResult('putting an entered result into its event', ['PATCH', /\/events\/[\w-]+\/sessions$/], 2),
  {
    title: 'correcting an entered result',
    source: 'dashboard/seasons/CorrectResult.tsx',
    request: ['POST', /\/api\/Sessions\?replace=true$/],
    fill: async ({ page }) => {
      await page.getByRole('button', { name: 'Correct Race of Imola' }).first().click();
      await page.getByLabel('Result, one driver in each line').fill('Mika Varga\nAda Okoro');
    },
    submit: press('Save result of 2 drivers'),
    expectDone: ({ page }) => expect(page.getByRole('form', { name: 'Corrected result' })).toHaveCount(0),
    stored: async (user) => {
      const { sessions } = (await season(user)).events[1];
      return sessions.map(({ session }: { session: { podium: { name: string }[] } }) => session.podium[0]?.name);
    },
    one: ['Mika Varga', 'Ada Okoro'],
  },
  {
    title: 'renaming a season',
    source: 'dashboard/seasons/EditSeasonSettingsPage.tsx',
    request: ['PATCH', /\/api\/Seasons$/],
    fill: async ({ page }) => {
      await openSection(page, 'Settings');
      await section(page, 'Name').getByLabel('Name of the season').fill('Once More');
    },
    submit: press('Save name'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Once More'),
    stored: async (user) => (await season(user)).name,
    one: 'Once More',
  },
  {
    title: 'choosing when readers see new results',
    source: 'dashboard/seasons/EditSeasonSettingsPage.tsx',
    request: ['PATCH', /\/api\/Seasons$/],
    fill: ({ page }) => section(page, 'New results').getByLabel('When published').check(),
    submit: pressIn('New results', 'Save'),
    expectDone: ({ page }) => expect(section(page, 'New results').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).provisional,
    one: 'whenPublished',
  },
  {
    title: 'deleting a season',
    source: 'dashboard/seasons/EditSeasonSettingsPage.tsx',
    request: ['DELETE', /\/api\/Seasons\/[\w-]+$/],
    fill: ({ page }) => page.getByLabel('Type Once More to confirm').fill('Once More'),
    submit: press('Delete season'),
    expectDone: async ({ page }) => expect(page).toHaveURL(/\/dashboard\/seasons$/),
    stored: async ({ call }) => (await call('GET', '/api/Seasons/user?page=0&pageSize=9')).seasons.length,
    one: 0,
  },
  {
    title: 'restoring what was deleted',
    source: 'dashboard/RecentDeletions.tsx',
    request: ['POST', /\/deletions\/[\w-]+\/undo$/],
    submit: press('Undo'),
    expectDone: shows('Once More restored.'),
    stored: async ({ call }) => (await call('GET', '/api/Seasons/user?page=0&pageSize=9')).seasons.length,
    one: 1,
  },
];

/** Forms that make the standings of a season, in this order. The user has a season with that race. */
export const standingsForms: readonly Form[] = [
  {
    title: 'changing the points',
    source: 'dashboard/seasons/ScoringForm.tsx',
    request: ['PATCH', /\/api\/Seasons\/[\w-]+\/scoring$/],
    fill: async (user) => {
      await user.page.goto(`/dashboard/seasons/${await ownSeason(user)}/edit/points`);
      await user.page.getByLabel('Fastest lap', { exact: true }).fill('3');
    },
    submit: press('Save points'),
    expectDone: async ({ page }) => expect(section(page, 'Points').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).scoring.fastestLapBonus,
    one: 3,
  },
  {
    title: 'previewing standings',
    source: 'dashboard/seasons/PreviewButton.tsx',
    request: ['POST', /\/api\/Seasons\/[\w-]+\/preview$/],
    fill: ({ page }) => page.getByLabel('Fastest lap', { exact: true }).fill('4'),
    submit: press('Show what changes'),
    expectDone: async ({ page }) => {
      await expect(section(page, 'Points').getByText('The standings stay as they are.')).toBeVisible();
      await pressIn('Points', 'Discard')(page);
    },
    stored: async (user) => (await season(user)).scoring.fastestLapBonus,
    one: 3,
  },
  {
    title: 'making a ruling',
    source: 'dashboard/seasons/RulingForm.tsx',
    request: ['POST', /\/api\/Seasons\/[\w-]+\/rulings$/],
    fill: async ({ page }) => {
      await openSection(page, 'Rulings');
      const form = page.getByRole('form', { name: 'New ruling' });
      await form.getByRole('checkbox').first().check();
      await form.getByRole('button', { name: '+5' }).click();
      await form.getByLabel('Reason').fill('Track limits');
    },
    submit: press('Add ruling'),
    expectDone: shows('The ruling is in force.'),
    stored: async (user) => (await season(user)).rulings.length,
    one: 1,
  },
  {
    title: 'withdrawing a ruling',
    source: 'dashboard/seasons/ConfirmedWrite.tsx',
    request: ['DELETE', /\/rulings\/[\w-]+$/],
    submit: async (page) => {
      await page.getByRole('button', { name: /^Withdraw the ruling on/ }).click();
      await press('Withdraw ruling')(page);
    },
    expectDone: shows(/ · withdrawn /),
    stored: async (user) =>
      (await season(user)).rulings.map(({ withdrawnAt }: { withdrawnAt: string | null }) => withdrawnAt !== null),
    one: [true],
  },
  {
    title: 'saving drivers',
    source: 'dashboard/seasons/DriversSection.tsx',
    request: ['PUT', /\/api\/Seasons\/[\w-]+\/roster$/],
    fill: async ({ page }) => {
      await openSection(page, 'Drivers');
      await press('Add 3 drivers who raced')(page);
    },
    submit: press('Save drivers'),
    expectDone: async ({ page }) => expect(section(page, 'Drivers').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).roster.length,
    one: 3,
  },
  {
    title: 'choosing the colour of a team',
    source: 'dashboard/seasons/TeamsSection.tsx',
    request: ['PUT', /\/api\/Seasons\/[\w-]+\/teamColours$/],
    fill: async ({ page }) => {
      await openSection(page, 'Drivers');
      const colours = section(page, 'Teams');
      await colours
        .getByRole('button', { name: /^Change / })
        .first()
        .click();
      await colours.getByRole('radio', { name: 'Lilac' }).check();
    },
    submit: press('Save teams'),
    expectDone: async ({ page }) => expect(section(page, 'Teams').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).teamColours.map(({ colour }: { colour: string }) => colour),
    one: ['lilac'],
  },
  {
    title: 'merging teams',
    source: 'dashboard/seasons/TeamsSection.tsx',
    request: ['PUT', /\/api\/Seasons\/[\w-]+\/teamAliases$/],
    fill: async ({ page }) => {
      await openSection(page, 'Drivers');
      const teams = section(page, 'Teams');
      // The row whose colour was chosen is still open.
      await teams.getByLabel(/^Merge .* with$/).selectOption({ index: 1 });
      await teams.getByRole('button', { name: /^Merge / }).click();
    },
    submit: press('Save teams'),
    expectDone: async ({ page }) => expect(section(page, 'Teams').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).teamAliases.length,
    one: 1,
  },
  {
    title: 'merging drivers',
    source: 'dashboard/seasons/DriversSection.tsx',
    request: ['PUT', /\/api\/Seasons\/[\w-]+\/aliases$/],
    fill: async ({ page }) => {
      await openSection(page, 'Drivers');
      await openDriver(page, 'Mika Varga');
      await page.getByLabel('Merge Mika Varga with', { exact: true }).selectOption('Mika V');
      await press('Merge Mika Varga with the chosen one')(page);
    },
    submit: press('Save drivers'),
    expectDone: async ({ page }) => expect(section(page, 'Drivers').getByText('Saved.', { exact: true })).toBeVisible(),
    stored: async (user) => (await season(user)).aliases.length,
    one: 1,
  },
  {
    title: 'publishing standings',
    source: 'dashboard/seasons/PublishForm.tsx',
    request: ['POST', /\/api\/Seasons\/[\w-]+\/revisions$/],
    fill: ({ page }) => openSection(page, 'Publish'),
    submit: press('Publish official 1'),
    expectDone: shows('Official 1 is published.'),
    stored: async (user) => (await season(user)).revision.number,
    one: 1,
  },
  {
    title: 'taking back standings',
    source: 'dashboard/seasons/PublishForm.tsx',
    request: ['DELETE', /\/revisions\/\d+$/],
    submit: confirm('Take back official 1', 'Take it back'),
    expectDone: shows('Official 1 was taken back.'),
    stored: async (user) => (await season(user)).revision ?? null,
    one: null,
  },
  {
    title: 'publishing standings with a note',
    source: 'dashboard/seasons/PublishForm.tsx',
    request: ['POST', /\/api\/Seasons\/[\w-]+\/revisions$/],
    fill: ({ page }) => page.getByLabel('Note (optional)').fill('After round 1'),
    submit: press('Publish official 1'),
    expectDone: shows('Official 1 is published.'),
    stored: async (user) => (await season(user)).revision.number,
    one: 1,
  },
  {
    title: 'downloading standings',
    source: 'season/SeasonExport.tsx',
    request: ['GET', /\/csv\?table=drivers&separator=comma$/],
    fill: async ({ page }) => page.getByText('Files, print and calendar').click(),
    submit: press('Drivers CSV'),
    expectDone: ({ page }) => expect(page.getByRole('button', { name: 'Drivers CSV' })).toBeEnabled(),
  },
  {
    title: 'making a picture of standings',
    source: 'season/SeasonExport.tsx',
    request: ['GET', /\/picture\?shape=tall/],
    submit: press('Share picture'),
    expectDone: shows('The picture is in your downloads.'),
  },
  {
    title: 'confirming who a driver is',
    source: 'dashboard/seasons/DriverClaim.tsx',
    request: ['PATCH', /\/claims\/[\w-]+$/],
    fill: async (user) => {
      const { page } = user;
      const { origin } = new URL(page.url());
      const { id, roster } = await season(user);
      const claim = { driverId: roster[0].id };
      await callAs(origin, await createAccount(origin), 'POST', `/api/Seasons/${id}/claims`, claim);
      await page.goto(`/dashboard/seasons/${id}/edit/drivers`);
    },
    submit: press(/^Confirm that /),
    expectDone: async ({ page }) => expect(section(page, 'Drivers').getByText(/^says they are/)).toHaveCount(0),
    stored: async (user) => (await season(user)).members.length,
    one: 1,
  },
  {
    title: 'saying to be a driver',
    source: 'season/ClaimDriver.tsx',
    request: ['POST', /\/claims$/],
    fill: async ({ page }) => {
      await page.goto(`/seasons/${idInAddress(page)}`);
      await page.getByLabel('I am').selectOption({ index: 1 });
    },
    submit: press('This is me'),
    expectDone: shows('You drive here'),
    stored: async (user) => (await season(user)).members.length,
    one: 2,
  },
  {
    title: 'not being a driver any more',
    source: 'season/ClaimDriver.tsx',
    request: ['DELETE', /\/claims\/[\w-]+$/],
    submit: press('This is not me'),
    expectDone: shows('Do you drive here?'),
    stored: async (user) => (await season(user)).members.length,
    one: 1,
  },
];
