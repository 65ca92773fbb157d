import { type RefObject, useRef } from 'react';
import { useNavigation } from './navigation-context.ts';

/** A native dialog; `onClose` belongs on its `<dialog>`. */
export interface DialogHandle {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  readonly onClose: () => void;
}

/** A modal dialog that Back closes, besides Escape and its own button. */
export function useDialogHistory(): DialogHandle {
  const navigation = useNavigation();
  const ref = useRef<HTMLDialogElement>(null);
  const removeEntry = useRef<(() => void) | null>(null);
  const close = () => ref.current?.close();
  return {
    ref,
    open: () => {
      if (ref.current?.open === true) return;
      ref.current?.showModal();
      removeEntry.current = navigation.addDialog(close);
    },
    close,
    onClose: () => {
      removeEntry.current?.();
      removeEntry.current = null;
    },
  };
}
