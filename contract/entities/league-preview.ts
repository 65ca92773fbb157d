import { siteDescription } from '../constants.ts';
import type { League } from './league.ts';

/** The preview of a league's link in chats: title and description, without the name of the site. */
export function leaguePreview({ name, description }: Pick<League, 'name' | 'description'>): {
  readonly title: string;
  readonly description: string;
} {
  return { title: name, description: description?.trim() || `A league with its seasons. ${siteDescription}` };
}
