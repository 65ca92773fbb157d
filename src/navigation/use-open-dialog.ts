import { useEffect } from 'react';
import type { DialogHandle } from './use-dialog-history.ts';

/** Opens a dialog when `isOpen` becomes true; closing stays with the dialog. */
export function useOpenDialog(dialog: DialogHandle, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) dialog.open();
  });
}
