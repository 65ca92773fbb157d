import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { EntryLink } from './EntryLink.tsx';
import { driversPath } from './list-query.ts';

interface RowActionsProps {
  readonly sessionId: string;
  readonly title: string;
  readonly canDelete: boolean;
  readonly onDelete: () => void;
}

/** Renames the drivers of one session, or deletes it. */
export function RowActions({ sessionId, title, canDelete, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      <EntryLink kind="icon" href={driversPath(sessionId)}>
        <Icon path={pageIcons.edit} />
        <span className="sr-only">Rename the drivers of {title}</span>
      </EntryLink>
      <IconButton icon={pageIcons.trash} label={`Delete ${title}`} isDisabled={!canDelete} onClick={onDelete} />
    </div>
  );
}
