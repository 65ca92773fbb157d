import { type RefObject, useRef } from 'react';
import { useNavigation } from './navigation-context.ts';

/** A native dialog; `onClose` belongs on its `<dialog>`. */
export interface DialogHandle {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly open: () => void;
  readonly close: () => void;
  readonly onClose: () => void;
}

/** The field that asks for input first, or else the heading: a browser would focus the button that closes the dialog. */
function firstFocus(dialog: HTMLDialogElement | null): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>('[data-first-focus]') ?? dialog?.querySelector('h2[tabindex]') ?? null;
}

/** A modal dialog that Back closes, besides Escape and its own button. `onClosed` is called however it was closed. */
export function useDialogHistory(onClosed?: () => void): DialogHandle {
  const navigation = useNavigation();
  const ref = useRef<HTMLDialogElement>(null);
  const removeEntry = useRef<(() => Promise<void>) | null>(null);
  const close = () => ref.current?.close();
  return {
    ref,
    open: () => {
      if (ref.current?.open === true) return;
      ref.current?.showModal();
      firstFocus(ref.current)?.focus();
      removeEntry.current = navigation.addDialog(close);
    },
    close,
    onClose: () => {
      void removeEntry.current?.();
      removeEntry.current = null;
      onClosed?.();
    },
  };
}
