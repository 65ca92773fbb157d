import { useSearch } from 'wouter/use-browser-location';
import { Redirect } from '../../navigation/Redirect.tsx';
import { SessionRead } from './SessionRead.tsx';

/** One live session. */
export function LiveSessionPage({ id }: { id: string }) {
  // The overlay had this address once.
  if (new URLSearchParams(useSearch()).has('overlay')) return <Redirect to={`/overlay/${id}`} />;
  return <SessionRead id={id} />;
}
