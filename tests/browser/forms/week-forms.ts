import { expect } from '../base-test.ts';
import { type Form, press, shows, type User } from './form.ts';

const open =
  (path: string) =>
  async ({ page }: User) =>
    void (await page.goto(path));
const season = ({ call }: User, id: string) => call('GET', `/api/Seasons/${id}`);
const ownEntries = async ({ call, id: userId }: User, id: string) =>
  (await call('GET', `/api/Seasons/${id}/entries`)).filter((entry: { userId: string }) => entry.userId === userId);
const isSentBy = async ({ call }: User, kind: string) => {
  const { kinds } = await call('GET', '/api/Account/noticeSettings');
  return kinds.find((each: { kind: string }) => each.kind === kind).push;
};

/** The sign-up of a season, opened with 20 places. */
export const signUpForm = (id: string): Form => ({
  title: 'opening a sign-up',
  source: 'dashboard/seasons/SignUpForm.tsx',
  request: ['PUT', /\/signUp$/],
  fill: async (user) => {
    await open(`/dashboard/seasons/${id}/edit/drivers`)(user);
    await press('Set up a sign-up')(user.page);
    await user.page.getByLabel('Places').fill('20');
  },
  submit: press('Open the sign-up'),
  isGoneAfter: true,
  expectDone: shows(/^The sign-up is open/),
  stored: async (user) => (await season(user, id)).signUp.places,
  one: 20,
});

/** The end of that sign-up. */
export const closingForm = (id: string): Form => ({
  title: 'closing a sign-up',
  source: 'dashboard/seasons/SignUpForm.tsx',
  request: ['PUT', /\/signUp$/],
  fill: open(`/dashboard/seasons/${id}/edit/drivers`),
  submit: press('Close it now'),
  isGoneAfter: true,
  expectDone: shows('The sign-up is closed'),
  stored: async (user) => (await season(user, id)).signUp.closesAt !== null,
  one: true,
});

/** The entry of whoever runs the season. */
export const entryForm = (id: string): Form => ({
  title: 'entering a season',
  source: 'season/EntryPanel.tsx',
  request: ['POST', /\/entries$/],
  fill: open(`/seasons/${id}?enter`),
  submit: press('Enter the season'),
  isGoneAfter: true,
  expectDone: shows('You have entered'),
  stored: async (user) => (await ownEntries(user, id)).length,
  one: 1,
});

/** That entry, accepted. */
export const acceptEntryForm = (id: string): Form => ({
  title: 'accepting an entry',
  source: 'dashboard/seasons/EntryRow.tsx',
  request: ['PATCH', /\/entries\/[\w-]+$/],
  fill: open(`/dashboard/seasons/${id}/edit/drivers`),
  submit: (page) =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Accept d/ })
      .click(),
  isGoneAfter: true,
  expectDone: ({ page }) => expect(page.getByRole('button', { name: /^Accept d/ })).toHaveCount(0),
  stored: async (user) => (await ownEntries(user, id)).map(({ state }: { state: string }) => state),
  one: ['accepted'],
});

/** The answer of that driver to an event. */
export const answerForm = (id: string, eventId: string): Form => ({
  title: 'answering to an event',
  source: 'season/EventAnswer.tsx',
  request: ['PUT', /\/answer$/],
  fill: open(`/seasons/${id}`),
  submit: press('Out'),
  expectDone: shows('You do not drive.'),
  stored: async ({ call }) =>
    (await call('GET', `/api/Seasons/${id}/events/${eventId}/lineUp`)).answers.map(
      ({ value }: { value: string }) => value,
    ),
  one: ['out'],
});

/** The seat of that driver, given to a reserve. */
export const lineUpForm = (id: string, eventId: string, reserve: string): Form => ({
  title: 'giving a seat to a reserve',
  source: 'dashboard/race-night/LineUpEditor.tsx',
  request: ['PUT', /\/lineUp$/],
  fill: open('/dashboard/race-night'),
  submit: async (page) =>
    void (await page.getByRole('combobox', { name: /^Driver in the seat of/ }).selectOption({ label: reserve })),
  expectDone: ({ page }) => expect(page.getByText(/^Seat of /)).toBeVisible(),
  stored: async ({ call }) =>
    (await call('GET', `/api/Seasons/${id}/events/${eventId}/lineUp`)).seats.map(({ name }: { name: string }) => name),
  one: [reserve],
});

/** Until when drivers answer. */
export const answerHoursForm = (id: string): Form => ({
  title: 'changing until when drivers answer',
  source: 'dashboard/seasons/EditSeasonSettingsPage.tsx',
  request: ['PATCH', /\/api\/Seasons$/],
  fill: async (user) => {
    await open(`/dashboard/seasons/${id}/edit/settings`)(user);
    await user.page.getByLabel('Drivers answer until so many hours before').fill('12');
  },
  submit: (page) =>
    page.getByRole('region', { name: 'Answers to events' }).getByRole('button', { name: 'Save' }).click(),
  expectDone: shows('Saved.'),
  stored: async (user) => (await season(user, id)).answerHours,
  one: 12,
});

/** What a user is told by. */
export const noticeSettingsForm: Form = {
  title: 'choosing what one is told by',
  source: 'notices/NoticeSettingsForm.tsx',
  request: ['PUT', /\/noticeSettings$/],
  fill: async (user) => {
    await open('/dashboard/notices')(user);
    await user.page.getByLabel('A race of yours is live: devices').uncheck();
  },
  submit: press('Save'),
  expectDone: shows('Saved.'),
  stored: (user) => isSentBy(user, 'raceIsLive'),
  one: false,
};

/** The end of one kind of messages, from its notice. */
export const turnOffForm: Form = {
  title: 'ending one kind of messages',
  source: 'notices/NoticesPage.tsx',
  request: ['PUT', /\/noticeSettings$/],
  fill: open('/dashboard/notices'),
  submit: press('Don’t send me these'),
  expectDone: shows('Not sent any more.'),
  stored: (user) => isSentBy(user, 'newEntry'),
  one: false,
};
