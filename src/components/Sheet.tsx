import type { ReactNode, RefObject } from 'react';
import { frameIcons } from './frame-icons.ts';
import { Icon } from './Icon.tsx';

interface SheetProps {
  readonly id: string;
  readonly title: ReactNode;
  /** A line below the title. */
  readonly note?: string;
  /** The native dialog, opened and closed by whoever owns it. */
  readonly layer: { readonly ref: RefObject<HTMLDialogElement | null>; close: () => void; onClose: () => void };
  readonly children: ReactNode;
}

/** A dialog in the middle of a desk, at the foot of a phone. */
export function Sheet({ id, title, note, layer, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={layer.ref}
      onClose={layer.onClose}
      onClick={(event) => (event.target === event.currentTarget ? layer.close() : undefined)}
      aria-labelledby={id}
      className="m-auto max-h-[90dvh] w-full max-w-lg rounded-10 border border-line bg-panel p-0 max-desk:mb-0 max-desk:max-w-none max-desk:rounded-b-none"
    >
      <div className="grid gap-4 p-4 pb-[calc(16px+env(safe-area-inset-bottom))]">
        <div className="-mt-1 flex items-center gap-3">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={id} className="truncate text-20 font-800">
              {title}
            </h2>
            {note === undefined ? null : <p className="text-14 text-mute">{note}</p>}
          </div>
          <button
            type="button"
            onClick={layer.close}
            className="-mr-2 ml-auto grid h-11 w-11 shrink-0 place-items-center text-mute"
          >
            <Icon path={frameIcons.close} size={22} />
            <span className="sr-only">Close</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
