import { useEffect, useRef } from 'react';
import type { DialogHandle } from './use-dialog-history.ts';

/**
 * Opens a dialog when `isOpen` becomes true, or as soon as it is there; closing stays with the dialog. It is opened once: what
 * changes in the moment between its closing and the event that tells of it must not open it again.
 */
export function useOpenDialog(dialog: DialogHandle, isOpen: boolean): void {
  const opened = useRef<HTMLDialogElement | null>(null);
  useEffect(() => {
    const element = isOpen ? dialog.ref.current : null;
    if (element !== null && element !== opened.current) dialog.open();
    opened.current = element;
  });
}
