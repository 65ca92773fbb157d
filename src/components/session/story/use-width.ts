import { type RefCallback, useCallback, useState } from 'react';

/** The width of an element in px, as it is now; 0 before it is drawn. The element may be drawn at any time. */
export function useWidth(): [RefCallback<Element>, number] {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: Element | null) => {
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
