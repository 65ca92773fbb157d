import { type RefObject, useLayoutEffect, useRef } from 'react';
import { closeDialog } from '../browser/focus.ts';

/** Shows a `<dialog>` for as long as its component is mounted, and returns focus to where it was. */
export function useShownDialog(isModal: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect: its clean-up runs before the element is removed, and only `close` restores focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (isModal) dialog?.showModal();
    else dialog?.show();
    return () => {
      if (dialog !== null) closeDialog(dialog);
    };
  }, [isModal]);
  return ref;
}
