import { expect } from '../base-test.ts';
import { type Form, press, shows, type User } from './form.ts';

const openMembers =
  (league: string) =>
  async ({ page }: User) =>
    void (await page.goto(`/dashboard/leagues/${league}/members`));

const rolesOf = async ({ call }: User, league: string, userId: string) => {
  const { members } = await call('GET', `/api/League/${league}/members`);
  return members.find((each: { userId: string }) => each.userId === userId)?.roles;
};

/** A link that gives a role, made by the owner of a league. Its token is stored nowhere, so that each try makes one. */
export const invitationForm = (league: string): Form => ({
  title: 'inviting somebody',
  source: 'dashboard/leagues/Invitations.tsx',
  request: ['POST', /\/invitations$/],
  fill: openMembers(league),
  submit: press('Create invitation link'),
  expectDone: shows(/The link is shown only now\./),
});

/** The role of a member, who stays an admin. */
export const roleForm = (league: string, member: string): Form => ({
  title: 'changing a role',
  source: 'dashboard/leagues/MemberRow.tsx',
  request: ['PUT', /\/members\/[\w-]+$/],
  fill: async (user) => {
    await openMembers(league)(user);
    await press(/^Change the role of/)(user.page);
    await user.page.getByRole('dialog').getByLabel('Steward', { exact: true }).check();
  },
  submit: press('Save role'),
  expectDone: ({ page }) => expect(page.getByRole('dialog')).toHaveCount(0),
  stored: async (user) => {
    const roles = await rolesOf(user, league, member);
    await user.call('PUT', `/api/League/${league}/members/${member}`, { roles: ['admin'] });
    return roles;
  },
  one: ['steward'],
});

/** The league, given to its one admin. */
export const handOverForm = (league: string, admin: string): Form => ({
  title: 'handing a league over',
  source: 'dashboard/leagues/HandOver.tsx',
  request: ['POST', /\/owner$/],
  fill: async (user) => {
    await openMembers(league)(user);
    await press('Hand over league…')(user.page);
    await user.page.getByLabel('Type Sunday League to confirm').fill('Sunday League');
  },
  submit: press('Hand over league'),
  expectDone: ({ page }) => expect(page.getByRole('region', { name: 'Hand over' })).toHaveCount(0),
  stored: async (user) => rolesOf(user, league, admin),
  one: ['owner'],
});

/** The end of the way of an invitation, for somebody who is no member. */
export const acceptForm = (league: string, token: string): Form => ({
  title: 'accepting an invitation',
  source: 'leagues/InvitationPage.tsx',
  request: ['POST', /\/Invitations\/accept$/],
  fill: async ({ page }) => void (await page.goto(`/invitation#${token}`)),
  submit: press('Accept'),
  expectDone: shows('You are in'),
  stored: async (user) => rolesOf(user, league, user.id),
  one: ['steward'],
});
