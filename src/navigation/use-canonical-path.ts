import { useEffect } from 'react';
import type { PageMatch } from '#contract/pages/routes';

/** Replaces the address by the canonical path of its page, in the same history entry. */
export function useCanonicalPath({ canonicalPath, isCanonical }: PageMatch): void {
  useEffect(() => {
    if (!isCanonical) history.replaceState(history.state, '', canonicalPath + location.search + location.hash);
  }, [canonicalPath, isCanonical]);
}
