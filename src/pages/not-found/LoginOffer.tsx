import { usePhase } from '../../actors/auth.tsx';

/** A login that returns to this address, for the owner of what nobody else may see; the same whether it exists or not. */
export function LoginOffer() {
  if (usePhase() !== 'anonymous') return null;
  const address = location.pathname + location.search + location.hash;
  return (
    <p className="mt-3 text-mute">
      Is it yours?{' '}
      <a href={`/login?redirect=${encodeURIComponent(address)}`} className="link">
        Log in
      </a>
    </p>
  );
}
