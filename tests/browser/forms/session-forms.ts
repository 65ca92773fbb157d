import { expect } from '../base-test.ts';
import { type Form, press, shows, type User } from './form.ts';

const sessions = async ({ call }: User) => (await call('GET', '/api/Sessions/currentUser?page=0&pageSize=9')).sessions;
const seasons = async ({ call }: User) => {
  const list = await call('GET', '/api/Seasons/user?page=0&pageSize=9');
  return call('GET', `/api/Seasons/${list.seasons[0].id}`);
};

/** The sessions of a user, in this order. The user has a race, which replaced another, and a season with an event. */
export const sessionForms: readonly Form[] = [
  {
    title: 'attaching a session to an event',
    source: 'dashboard/sessions/AttachForm.tsx',
    request: ['PATCH', /\/events\/[\w-]+\/sessions$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/sessions');
      await page.getByRole('checkbox', { name: /^Select Monza/ }).check();
      await press('Attach to an event')(page);
      await page.getByRole('dialog').getByRole('radio').check();
    },
    submit: press('Attach 1 session'),
    expectDone: shows(/^1 session attached to/),
    stored: async (user) => (await seasons(user)).events[0].sessions.length,
    one: 1,
  },
  {
    title: 'sharing a picture of a result',
    source: 'session/ResultsToShare.tsx',
    request: ['GET', /\/picture\?shape=tall/],
    fill: async (user) => {
      const [{ id }] = await sessions(user);
      await user.page.goto(`/sessions/${id}`);
      await press('Share results')(user.page);
    },
    submit: press('Picture'),
    expectDone: shows('The picture is in your downloads.'),
  },
  {
    title: 'putting sessions into their events on race night',
    source: 'dashboard/race-night/NightTable.tsx',
    request: ['PATCH', /\/events\/[\w-]+\/sessions$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/race-night');
      await page.getByLabel('Event of Spa Race').selectOption({ label: 'R1 Monza' });
    },
    submit: press('Put 1 session into 1 event'),
    expectDone: shows('The session is in its event.'),
    stored: async (user) => (await seasons(user)).events[0].sessions.length,
    one: 2,
  },
  {
    title: 'restoring a version of a session',
    source: 'dashboard/sessions/VersionsDialog.tsx',
    request: ['POST', /\/versions\/[\w-]+\/restore$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/sessions');
      await page.getByRole('button', { name: /^Restore another version of Monza/ }).click();
    },
    submit: press(/^Restore \d/),
    expectDone: shows('Restored. Stored now'),
    stored: async (user) => (await sessions(user))[0].podium.map(({ name }: { name: string }) => name),
    one: ['Ada Okoro'],
  },
  {
    title: 'renaming drivers',
    source: 'dashboard/sessions/RenameDrivers.tsx',
    request: ['PATCH', /\/api\/Sessions\/[\w-]+\/drivers\/\d+$/],
    fill: async (user) => {
      const [{ id }] = await sessions(user);
      await user.page.goto(`/dashboard/sessions?rename=${id}`);
      await user.page.getByLabel(/^P1 /).fill('Grace');
    },
    submit: press('Save names'),
    expectDone: shows('Saved.'),
    stored: async (user) => (await sessions(user))[0].podium[0].name,
    one: 'Grace',
  },
  {
    title: 'remembering names',
    source: 'dashboard/sessions/RememberNames.tsx',
    request: ['PUT', /\/aliases$/],
    submit: press('Remember'),
    expectDone: shows(/^Remembered in/),
    stored: async (user) => (await seasons(user)).aliases.length,
    one: 1,
  },
  ...['dashboard/sessions/OwnSessionsPage.tsx', 'session/DeleteSession.tsx'].map(
    (source): Form => ({
      title: `deleting a session (${source})`,
      source,
      request: ['DELETE', /\/api\/Sessions\/[\w-]+$/],
      fill: async (user) => {
        const stored = await sessions(user);
        await user.page.goto(source.startsWith('session/') ? `/sessions/${stored[0].id}` : '/dashboard/sessions');
      },
      submit: async (page) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Delete/ })
          .first()
          .click();
        // A season counts the session: what it loses is said first.
        await page.getByRole('button', { name: 'Delete session', exact: true }).click();
      },
      submitAgain: press('Try again'),
      expectDone: ({ page }) => expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
      stored: async (user) => (await sessions(user)).length,
      one: source.startsWith('session/') ? 0 : 1,
    }),
  ),
];

/** The form that changes a session's audience. The user has one. */
export const visibilityForms: readonly Form[] = [
  {
    title: 'making a session private',
    source: 'dashboard/sessions/VisibilityDialog.tsx',
    request: ['PATCH', /\/api\/Sessions\/[\w-]+$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/sessions');
      await page.getByRole('button', { name: /^Make Monza.* private$/ }).click();
    },
    submit: press('Make private'),
    expectDone: ({ page }) => expect(page.getByRole('button', { name: /^Make Monza.* public$/ })).toBeVisible(),
    stored: async (user) => (await sessions(user))[0].isPrivate ?? false,
    one: true,
  },
];
