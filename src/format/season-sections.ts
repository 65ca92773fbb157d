import { momentHref } from '#contract/race/replay/moment';
import type { Right } from '#contract/rights';

/** The sections of the editor of a season. */
export const seasonSections = ['events', 'drivers', 'points', 'rulings', 'publish', 'settings'] as const;

export type SeasonSection = (typeof seasonSections)[number];

/** A section, as a person calls it. */
export const sectionTitles: Readonly<Record<SeasonSection, string>> = {
  events: 'Events',
  drivers: 'Drivers',
  points: 'Points',
  rulings: 'Rulings',
  publish: 'Publish',
  settings: 'Settings',
};

/** The right that a section needs. */
export const sectionRights: Readonly<Record<SeasonSection, Right>> = {
  events: 'attachRecordings',
  drivers: 'manageSeason',
  points: 'manageSeason',
  rulings: 'rule',
  publish: 'publish',
  settings: 'manageSeason',
};

/** The sections that a user has a right to. */
export function sectionsFor({ can }: { readonly can: (right: Right) => boolean }): readonly SeasonSection[] {
  return seasonSections.filter((section) => can(sectionRights[section]));
}

/** The address of a section. */
export function sectionPath(id: string, section: SeasonSection): string {
  return `/dashboard/seasons/${id}/edit${section === 'events' ? '' : `/${section}`}`;
}

/** The address of a new ruling on a session, with a car chosen, and a moment of the session in ms since its start. */
export function rulingPath(
  id: string,
  { sessionId, carIndex, at }: { readonly sessionId: string; readonly carIndex: number; readonly at: number | null },
): string {
  const moment = at === null ? '?' : `${momentHref({ at, cars: [] })}&`;
  return `${sectionPath(id, 'rulings')}${moment}session=${sessionId}&car=${carIndex}`;
}

/** The fragments of sections from when all of them were one page. */
const sectionOfFragment: Readonly<Record<string, SeasonSection>> = {
  '#scoring': 'points',
  '#rulings': 'rulings',
  '#drivers': 'drivers',
  '#publish': 'publish',
  '#export': 'publish',
  '#name': 'settings',
  '#delete': 'settings',
};

/** The address of the section that an address from then led to; null for all others. */
export function movedSectionPath(id: string, fragment: string): string | null {
  const section = sectionOfFragment[fragment];
  return section === undefined ? null : sectionPath(id, section);
}
