import { usePhase } from '../../actors/auth.tsx';

/** Why something may not be found, the same whether it exists or not, with the login that returns to this address. */
export function NotFoundReason() {
  const address = location.pathname + location.search + location.hash;
  return (
    <div className="grid gap-3 text-mute">
      <p>It may be deleted or private, or the link may be incomplete.</p>
      {usePhase() === 'anonymous' ? (
        <p>
          Is it yours?{' '}
          <a href={`/login?redirect=${encodeURIComponent(address)}`} className="link">
            Log in
          </a>
        </p>
      ) : null}
    </div>
  );
}
