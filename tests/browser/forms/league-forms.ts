import { expect, heading } from '../base-test.ts';
import { type Form, idInAddress, press, shows, type User } from './form.ts';
import { pictureForms } from './picture-forms.ts';

const league = ({ page, call }: User) => call('GET', `/api/League/${idInAddress(page)}`);
const ownNames = async ({ id, call }: User) => {
  const { leagues } = await call('GET', `/api/League/user/${id}/page?page=0&pageSize=9`);
  return leagues.map(({ name }: { name: string }) => name);
};
const inLeague = ({ page }: User) => page.getByRole('list', { name: 'Seasons of this league' }).getByRole('listitem');

/** A league from its creation to its end, in this order. The user has a season, Winter. */
export const leagueForms: readonly Form[] = [
  {
    title: 'creating a league',
    source: 'dashboard/leagues/CreateLeaguePage.tsx',
    request: ['POST', /\/api\/League$/],
    fill: async ({ page }) => {
      await page.goto('/dashboard/leagues/create');
      await page.getByLabel('Name', { exact: true }).fill('Once Only');
    },
    submit: press('Create league'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Once Only'),
    stored: ownNames,
    one: ['Once Only'],
  },
  {
    title: 'changing a league',
    source: 'dashboard/leagues/EditLeaguePage.tsx',
    request: ['PATCH', /\/api\/League\/[\w-]+$/],
    fill: ({ page }) => page.getByLabel('Description').fill('Clean racing.'),
    submit: press('Save details'),
    expectDone: shows('Saved.'),
    stored: async (user) => (await league(user)).description,
    one: 'Clean racing.',
  },
  ...pictureForms({
    owner: 'a league',
    address: /\/thumbnail$/,
    methods: ['PATCH', 'DELETE'],
    stored: async (user) => (await league(user)).thumbnailId,
  }),
  {
    title: 'adding a season to a league',
    source: 'dashboard/leagues/SeasonWrite.tsx',
    request: ['POST', /\/api\/League\/[\w-]+\/seasons\//],
    submit: press('Add Winter'),
    expectDone: (user) => expect(inLeague(user)).toHaveText([/Winter/]),
    stored: async (user) => (await league(user)).seasonIds.length,
    one: 1,
  },
  {
    title: 'taking a season out of a league',
    source: 'dashboard/leagues/SeasonWrite.tsx',
    request: ['DELETE', /\/api\/League\/[\w-]+\/seasons\//],
    submit: press('Remove Winter'),
    expectDone: (user) => expect(inLeague(user)).toHaveCount(0),
    stored: async (user) => (await league(user)).seasonIds,
    one: [],
  },
  {
    title: 'deleting a league',
    source: 'dashboard/leagues/DeleteLeague.tsx',
    request: ['DELETE', /\/api\/League\/[\w-]+$/],
    fill: async ({ page }) => {
      await press('Delete league…')(page);
      await page.getByLabel('Type Once Only to confirm').fill('Once Only');
    },
    submit: press('Delete league'),
    expectDone: async ({ page }) => expect(page).toHaveURL(/\/dashboard\/leagues$/),
    stored: ownNames,
    one: [],
  },
];
