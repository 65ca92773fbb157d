import { navigate } from 'wouter/use-browser-location';
import { useNavigation } from './navigation-context.ts';

/** Entities with pages of their own, which end with them. */
type DeletedKind = 'league' | 'season' | 'session';

const lists: Readonly<Record<DeletedKind, string>> = {
  league: '/dashboard/leagues',
  season: '/dashboard/seasons',
  session: '/dashboard/sessions',
};

interface DeletedPages {
  /** Back and Forward pass over the pages of what was deleted. */
  readonly add: (kind: DeletedKind, id: string) => void;
  /** The same, and in place of this page of it the list of the others is shown, with texts in its history entry. */
  readonly replace: (kind: DeletedKind, id: string, texts?: Readonly<Record<string, string>>) => void;
}

/** Keeps the history of this tab free of pages of what was deleted: they would be Not Found. */
export function useDeletedPages(): DeletedPages {
  const navigation = useNavigation();
  const add: DeletedPages['add'] = (kind, id) => navigation.addDeleted(pathsOf(kind, id), lists[kind]);
  return {
    add,
    replace(kind, id, texts) {
      add(kind, id);
      navigation.replace(lists[kind], navigate, texts);
    },
  };
}

/** The paths of its pages, which all others of it begin with. */
function pathsOf(kind: DeletedKind, id: string): string[] {
  return [`/${kind}s/${id}`, `${lists[kind]}/${id}`];
}
