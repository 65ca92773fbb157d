import { Button } from '../../../components/Button.tsx';
import { formIcons } from '../../../components/form-icons.ts';
import { frameIcons } from '../../../components/frame-icons.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly isOnline: boolean;
  readonly onAttach: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

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
      <Button kind="primary" icon={formIcons.calendar} isDisabled={!isOnline} onClick={onAttach}>
        <span>
          Attach<span className="max-desk:sr-only"> to an event</span>
        </span>
      </Button>
      <Button icon={pageIcons.trash} isDisabled={!isOnline} onClick={onDelete} className="max-desk:px-3">
        <span className="max-desk:sr-only">Delete</span>
      </Button>
      <IconButton onClick={onClear} icon={frameIcons.close} label="Clear the selection" />
    </section>
  );
}
