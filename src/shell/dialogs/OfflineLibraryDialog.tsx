import { useState } from 'react';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useLinkAction } from '../../navigation/use-link-action.ts';
import { OfflineLibraryList } from '../../pages/offline/OfflineLibraryList.tsx';

/** The stored items of this device; opened from the footer of every page. */
export function OfflineLibraryDialog() {
  const dialog = useDialogHistory();
  const [isOpen, setIsOpen] = useState(false);
  useLinkAction('/privacy#device', () => {
    setIsOpen(true);
    dialog.open();
  });
  const handleClose = () => {
    setIsOpen(false);
    dialog.onClose();
  };
  return (
    <Sheet id="library-title" title="On this device" dialog={{ ...dialog, onClose: handleClose }}>
      {isOpen ? <OfflineLibraryList /> : null}
    </Sheet>
  );
}
