import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it appears in place of the one that had focus. */
export function useFocusOnMount<Focusable extends HTMLElement>(): RefObject<Focusable | null> {
  const ref = useRef<Focusable>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}
