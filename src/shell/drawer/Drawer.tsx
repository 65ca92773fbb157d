import { deferredPart } from '../../components/deferred-part.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { IconButton } from '../../components/IconButton.tsx';
import type { DialogHandle } from '../../navigation/use-dialog-history.ts';
import { Logo } from '../header/Logo.tsx';
import type { DrawerMenuProps } from './DrawerMenu.tsx';

interface DrawerProps extends Omit<DrawerMenuProps, 'close'> {
  readonly dialog: DialogHandle;
  /** Set once the drawer was opened: its content is not part of the first load. */
  readonly isUsed: boolean;
}

/** The menu below 1050 px. */
export function Drawer({ dialog, isUsed, ...menu }: DrawerProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog
    <dialog
      ref={dialog.ref}
      onClose={dialog.onClose}
      onClick={(event) => (event.target === event.currentTarget ? dialog.close() : undefined)}
      aria-label="Menu"
      className="mr-0 ml-auto h-dvh max-h-none w-80 max-w-[85vw] border-l border-line bg-panel p-0"
    >
      <div className="grid gap-4 p-4 pt-[calc(env(safe-area-inset-top)+8px)]">
        <div className="flex items-center justify-between">
          <Logo />
          <IconButton onClick={dialog.close} className="-mr-2" icon={frameIcons.close} label="Close menu" size={24} />
        </div>
        {isUsed ? <DrawerMenu {...menu} close={dialog.close} /> : null}
      </div>
    </dialog>
  );
}

/** While its chunk is missing the drawer is empty; the dock and the footer still lead everywhere. */
const DrawerMenu = deferredPart<DrawerMenuProps>(() => import('./DrawerMenu.tsx').then((loaded) => loaded.DrawerMenu));
