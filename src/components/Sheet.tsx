import type { ReactNode } from 'react';
import type { DialogHandle } from '../navigation/use-dialog-history.ts';
import { frameIcons } from './frame-icons.ts';
import { IconButton } from './IconButton.tsx';

interface SheetProps {
  readonly id: string;
  readonly title: ReactNode;
  /** A line below the title. */
  readonly note?: string;
  readonly dialog: Pick<DialogHandle, 'ref' | 'close' | 'onClose'>;
  readonly children: ReactNode;
}

/** A modal dialog: centred on a wide screen, at the bottom of a phone. */
export function Sheet({ id, title, note, dialog, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog.ref}
      onClose={dialog.onClose}
      onClick={(event) => (event.target === event.currentTarget ? dialog.close() : undefined)}
      aria-labelledby={id}
      className="pointer-events-auto m-auto max-h-[90dvh] w-full max-w-lg rounded-10 border border-line bg-panel p-0 max-desk:mb-0 max-desk:max-w-none max-desk:rounded-b-none"
    >
      <div className="grid gap-4 p-4 safe-pb-4">
        <div className="-mt-1 flex items-center gap-3">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} tabIndex={-1} className="truncate text-20 font-800">
              {title}
            </h2>
            {note === undefined ? null : <p className="text-14 text-mute">{note}</p>}
          </div>
          <IconButton
            onClick={dialog.close}
            className="-mr-2 ml-auto"
            icon={frameIcons.close}
            label="Close"
            size={22}
          />
        </div>
        {children}
      </div>
    </dialog>
  );
}
