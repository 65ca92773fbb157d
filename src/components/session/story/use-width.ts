import { type RefCallback, useCallback, useState } from 'react';
import { useHydrated } from '../../../navigation/use-hydrated.ts';

/** The width that was measured last: places of charts have one width, most of the time. */
let likely = 0;

/** On a phone a chart is as wide as the page, without its margins; the width of the window is known after layout alone. */
function likelyWidth(): number {
  if (likely > 0) return likely;
  return screen.width < 720 ? screen.width - 32 : 0;
}

/**
 * The width of an element in px, as it is now; 0 where nothing is known of it yet. It begins with the width that it will probably
 * have: an element that is measured while the page is built has the page laid out twice.
 */
export function useWidth(): [RefCallback<Element>, number] {
  const isHydrated = useHydrated();
  const [width, setWidth] = useState(() => (isHydrated ? likelyWidth() : 0));
  const frame = useCallback((element: Element | null) => {
    if (element === null) return;
    const measure = () => {
      setWidth(element.clientWidth);
      if (element.clientWidth > 0) likely = element.clientWidth;
    };
    if (likelyWidth() === 0) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
