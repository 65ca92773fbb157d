import { useAuth } from '../../actors/auth.tsx';
import { endText } from '../../format/session-end.ts';
import { usePathname } from '../../navigation/address.ts';

/** Says on pages that need no session how the user's session has ended; the login page says it itself. */
export function SessionEndStatus() {
  const path = usePathname();
  // Pages that are loaded later show nothing of that user.
  const end = useAuth(({ context }) => (context.endedUserId === null ? null : context.end), null);
  return (
    <p
      role="status"
      className="no-print pointer-events-auto bg-panel px-4 text-center text-14 text-amber not-empty:border-t not-empty:border-line not-empty:py-2"
    >
      {end === null || path === '/login' ? null : (
        <>
          {endText(end)}{' '}
          <a href="/login" className="inline-block min-h-6 link">
            Log in
          </a>
        </>
      )}
    </p>
  );
}
