import { matchPage } from '#contract/pages/routes';
import { type AppUpdateRef, useAppUpdate, useRacePage } from '../../actors/update.ts';
import { usePathname } from '../../navigation/address.ts';

/**
 * Says once that the app can be used offline. Below 1050 px it is in the header, between the name and the buttons, where it
 * covers nothing; above, where the header is full of links, it is a line at the foot of the window.
 */
export function ReadyNotice({ update }: { update: AppUpdateRef }) {
  const { name } = matchPage(usePathname());
  // A phone shows a race without the header.
  useRacePage(update, name === 'liveSession' || name === 'liveUser');
  const isReady = useAppUpdate(update).notice === 'ready';
  return (
    <p role="status" className={isReady ? shown : undefined}>
      {isReady ? 'Ready to use offline.' : null}
    </p>
  );
}

const shown =
  'no-print pointer-events-none animate-come text-center text-14 text-mute max-wide:fixed max-wide:right-40 max-wide:left-26 max-wide:top-[env(safe-area-inset-top)] max-wide:z-30 max-wide:grid max-wide:h-13 max-wide:place-items-center wide:sticky wide:bottom-0 wide:z-20 wide:border-t wide:border-line wide:bg-panel wide:px-4 wide:py-2';
