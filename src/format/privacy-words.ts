import type { Season } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { formatCount } from './count.ts';

type Private = Pick<SessionSummary, 'isPrivate' | 'hasKey' | 'events'>;

/** The audience of a private session, in words for its owner or for another reader; null for a public one. */
export function privacyText(session: Private, isOwn: boolean): string | null {
  if (session.isPrivate !== true) return null;
  return `Private: ${readersOf(session, isOwn ? 'you' : 'its owner')}.`;
}

function readersOf({ hasKey, events }: Private, owner: string): string {
  if (hasKey === true) return `only ${owner} and whoever has the key see it`;
  if (events != null && events.length > 0) return `only ${owner} and whoever runs its seasons see it`;
  return `only ${owner} ${owner === 'you' ? 'see' : 'sees'} it`;
}

/** The effect of making a session public or private. */
export function visibilityText({ isPrivate }: Private): string {
  return isPrivate === true
    ? 'Everybody will see it: in lists, the search and your profile, and by its link. It counts in the public seasons that hold it.'
    : 'Only you will see it, whoever runs its seasons, and whoever has the key if its live race had one. Its link is Not Found for everybody else, and public seasons no longer count it.';
}

/** The change of audience when sessions are attached to a season; null if it stays the same. */
export function attachedPrivacyText(
  sessions: readonly Private[],
  { isHidden }: Pick<Season, 'isHidden'>,
): string | null {
  const hidden = sessions.filter(({ isPrivate }) => isPrivate === true).length;
  if (isHidden === true)
    return hidden === sessions.length
      ? null
      : 'All leagues of this season are private. Sessions that no public season holds become private with it.';
  return hidden === 0
    ? null
    : `${formatCount(hidden, 'private session')}: this season is public and counts ${hidden === 1 ? 'it once you make it' : 'them once you make them'} public.`;
}
