import type { LeagueStaff } from '#contract/entities/member';
import type { Role, StaffRole } from '#contract/rights';

const words: Readonly<Record<Role, readonly [one: string, several: string]>> = {
  owner: ['Owner', 'Owners'],
  admin: ['Admin', 'Admins'],
  steward: ['Steward', 'Stewards'],
  recorder: ['Recorder', 'Recorders'],
  driver: ['Driver', 'Drivers'],
};

/** Roles as words: `Steward and recorder`. */
export function rolesText(roles: readonly Role[]): string {
  const [first = '', ...others] = (Object.keys(words) as Role[])
    .filter((role) => roles.includes(role))
    .map((role) => words[role][0]);
  return [first, ...others.map((word) => word.toLowerCase())].join(' and ');
}

/** The staff of a league by role, each person once, by the highest of their roles. */
export function staffByRole(staff: readonly LeagueStaff[]): readonly { label: string; people: LeagueStaff[] }[] {
  return (Object.keys(words) as Role[])
    .map((role) => {
      const people = staff.filter(({ roles }) => highest(roles) === role);
      return { label: words[role][people.length === 1 ? 0 : 1], people };
    })
    .filter(({ people }) => people.length > 0);
}

function highest(roles: readonly Role[]): Role | undefined {
  return (Object.keys(words) as Role[]).find((role) => roles.includes(role));
}

/** The roles that a person can be given, as one choice. */
export const roleChoices = {
  admin: { roles: ['admin'], label: 'Admin', hint: 'Everything but handing over or deleting the league.' },
  steward: { roles: ['steward'], label: 'Steward', hint: 'Adds and withdraws rulings.' },
  recorder: { roles: ['recorder'], label: 'Recorder', hint: 'Attaches recordings to events.' },
  both: { roles: ['steward', 'recorder'], label: 'Steward and recorder', hint: 'Rulings and recordings.' },
} as const satisfies Readonly<
  Record<string, { readonly roles: readonly StaffRole[]; readonly label: string; readonly hint: string }>
>;

export type RoleChoice = keyof typeof roleChoices;

/** The choice that has these roles. */
export function choiceOf(roles: readonly Role[]): RoleChoice {
  if (roles.includes('admin')) return 'admin';
  const [isSteward, isRecorder] = [roles.includes('steward'), roles.includes('recorder')];
  if (isSteward && isRecorder) return 'both';
  return isRecorder ? 'recorder' : 'steward';
}
