import { frameIcons } from '../../../components/frame-icons.ts';
import { Icon } from '../../../components/Icon.tsx';
import { pageIcons } from '../../../components/page-icons.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly isOnline: boolean;
  readonly onAttach: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected sessions. */
export function SelectionBar({ count, isOnline, onAttach, onDelete, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Selected sessions"
      className="animate-come pointer-events-auto mx-auto flex w-full max-w-2xl flex-wrap items-center gap-2 rounded-10 border border-line bg-raised p-2 pl-4"
    >
      <p role="status" className="mr-auto font-750">
        {count} selected
        {isOnline ? null : (
          <span className="block text-14 font-500 text-amber">You need a connection to change them</span>
        )}
      </p>
      <button
        type="button"
        disabled={!isOnline}
        onClick={onAttach}
        className="action bg-redfill text-white disabled:opacity-60"
      >
        <Icon path={pageIcons.calendar} />
        <span>
          Attach<span className="max-desk:sr-only"> to an event</span>
        </span>
      </button>
      <button
        type="button"
        disabled={!isOnline}
        onClick={onDelete}
        className="action border border-line max-desk:px-3 disabled:opacity-60"
      >
        <Icon path={pageIcons.trash} />
        <span className="max-desk:sr-only">Delete</span>
      </button>
      <button type="button" onClick={onClear} className="grid size-11 place-items-center text-mute hover:text-text">
        <Icon path={frameIcons.close} />
        <span className="sr-only">Clear the selection</span>
      </button>
    </section>
  );
}
