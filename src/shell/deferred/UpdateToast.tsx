import { type AppUpdateRef, useAppUpdate } from '../../actors/update.ts';
import { Button } from '../../components/Button.tsx';
import { usePathname } from '../../navigation/address.ts';
import { toast } from './toast-class.ts';

/** Offers an update. */
export function UpdateToast({ update }: { update: AppUpdateRef }) {
  const { notice, accept, dismiss } = useAppUpdate(update);
  const isUpdating = notice === 'applying';
  // A toast must not cover live timing.
  const isQuiet = usePathname().startsWith('/live') && notice === 'offered';
  switch (isQuiet ? 'dismissed' : notice) {
    case null:
    case 'ready':
      return <div role="status" />;
    case 'deferred':
      return (
        <p role="status" className={line}>
          An update is ready. It installs after you save your changes.
        </p>
      );
    case 'dismissed':
      return (
        <p role="status" className={line}>
          An update is ready.{' '}
          <Button kind="link" onClick={accept}>
            Update now
          </Button>
        </p>
      );
    default:
      return (
        <div role="status" className={toast}>
          <p>{isUpdating ? 'Updating…' : 'A new version of Pitboard is available.'}</p>
          <p className="flex gap-2">
            <Button onClick={dismiss} isDisabled={isUpdating}>
              Later
            </Button>
            <Button kind="primary" onClick={accept} isDisabled={isUpdating}>
              Update now
            </Button>
          </p>
        </div>
      );
  }
}

const line = 'no-print pointer-events-auto border-t border-line bg-panel px-4 py-2 text-center text-14 text-mute';
