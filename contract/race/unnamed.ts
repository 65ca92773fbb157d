import { teamKey } from './teams.ts';

/**
 * Matches the default names of drivers: `Player`, `Player #7`, `Player #7 (McLaren)`, `Car 12`. A regular expression that
 * JavaScript and PostgreSQL read alike, to be used without regard to case.
 */
export const unnamedPattern = '^(player|car)( #?[0-9]{1,3})?( [(][^()]{1,60}[)])?$';

const unnamed = new RegExp(unnamedPattern, 'i');
const numbered = /^(.*\S)\s+#?\d{1,3}$/;

/** Whether a recorded name says nothing about the driver: a default name, or the team with a number: `McLaren #4`. */
export function isUnnamed({ name, team }: { readonly name: string; readonly team: string | null }): boolean {
  const text = name.trim();
  if (unnamed.test(text)) return true;
  const [, ofTeam] = numbered.exec(text) ?? [];
  return team !== null && ofTeam !== undefined && teamKey(ofTeam) === teamKey(team);
}

/** The race number in such a name: 7 in `Player #7`; null without one. The number of `Car 12` is the index of the car. */
export function numberInName(name: string): number | null {
  const [, digits] = /#(\d{1,3})(?!\d)/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
