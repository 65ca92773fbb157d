import { useState } from 'react';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { OfflineLibraryList } from '../../pages/offline/OfflineLibraryList.tsx';

/** The stored items of this device; opened from the footer of every page. */
export function OfflineLibraryDialog() {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useDialogHistory(() => setIsOpen(false));
  useLinkAction('/privacy#device', () => {
    setIsOpen(true);
    dialog.open();
  });
  return (
    <Sheet id="library-title" title="On this device" dialog={dialog}>
      {isOpen ? <OfflineLibraryList /> : null}
    </Sheet>
  );
}
