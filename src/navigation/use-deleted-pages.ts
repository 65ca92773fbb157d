import { navigate } from 'wouter/use-browser-location';
import { isWithin } from './navigation.ts';
import { useNavigation } from './navigation-context.ts';

/** Entities with pages of their own, which end with them. */
type DeletedKind = 'league' | 'season' | 'session';

const lists: Readonly<Record<DeletedKind, string>> = {
  league: '/dashboard/leagues',
  season: '/dashboard/seasons',
  session: '/dashboard/sessions',
};

/** The text of a history entry that has the id of what was deleted on the page before. */
export const deletedEntry = 'deleted';

interface DeletedPages {
  /** Back and Forward pass over the pages of what was deleted. */
  readonly add: (kind: DeletedKind, id: string) => void;
  /** The same, and in place of its page, unless that was left, the list of the others is shown. Its history entry has the id. */
  readonly replace: (kind: DeletedKind, id: string) => void;
}

/** Keeps the history of this tab free of pages of what was deleted: they would be Not Found. */
export function useDeletedPages(): DeletedPages {
  const navigation = useNavigation();
  const add: DeletedPages['add'] = (kind, id) => navigation.addDeleted(pathsOf(kind, id), lists[kind]);
  return {
    add,
    replace(kind, id) {
      add(kind, id);
      const isShown = pathsOf(kind, id).some((path) => isWithin(location.pathname, path));
      if (isShown) navigation.replace(lists[kind], navigate, { [deletedEntry]: id });
    },
  };
}

/** The paths of its pages, which all others of it begin with. */
function pathsOf(kind: DeletedKind, id: string): string[] {
  return [`/${kind}s/${id}`, `${lists[kind]}/${id}`];
}
