import type { SessionSummary } from '#contract/entities/session';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { EntryLink } from './EntryLink.tsx';
import { driversPath } from './list-query.ts';

interface RowActionsProps {
  readonly session: Pick<SessionSummary, 'id' | 'isPrivate'>;
  readonly title: string;
  readonly canDelete: boolean;
  readonly onVisibility: () => void;
  readonly onDelete: () => void;
}

/** Renames the drivers of one session, makes it public or private, or deletes it. */
export function RowActions({ session, title, canDelete, onVisibility, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      <EntryLink kind="icon" href={driversPath(session.id)}>
        <Icon path={pageIcons.edit} />
        <span className="sr-only">Rename the drivers of {title}</span>
      </EntryLink>
      <IconButton
        icon={session.isPrivate === true ? pageIcons.lock : pageIcons.unlock}
        label={`Make ${title} ${session.isPrivate === true ? 'public' : 'private'}`}
        onClick={onVisibility}
      />
      <IconButton icon={pageIcons.trash} label={`Delete ${title}`} isDisabled={!canDelete} onClick={onDelete} />
    </div>
  );
}
