import { Icon } from '../../../components/Icon.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { EntryLink } from './EntryLink.tsx';
import { driversPath } from './list-query.ts';

interface RowActionsProps {
  readonly sessionId: string;
  readonly title: string;
  readonly canDelete: boolean;
  readonly onDelete: () => void;
}

const action = 'grid size-11 shrink-0 place-items-center text-mute hover:text-text disabled:opacity-50';

/** Renames the drivers of one session, or deletes it. */
export function RowActions({ sessionId, title, canDelete, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      <EntryLink href={driversPath(sessionId)} className={action}>
        <Icon path={pageIcons.edit} />
        <span className="sr-only">Rename the drivers of {title}</span>
      </EntryLink>
      <button type="button" disabled={!canDelete} onClick={onDelete} className={action}>
        <Icon path={pageIcons.trash} />
        <span className="sr-only">Delete {title}</span>
      </button>
    </div>
  );
}
