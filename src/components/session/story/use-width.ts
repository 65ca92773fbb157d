import { type RefCallback, useCallback, useState } from 'react';

/** The width that was measured last: places of charts have one width, most of the time. */
let likely = 0;

/**
 * The width of an element in px, as it is now; 0 before the first one of the page is measured. Others begin with the width of the
 * last one, and are drawn when the page is laid out first: one that is measured while the page is built has it laid out twice.
 */
export function useWidth(): [RefCallback<Element>, number] {
  const [width, setWidth] = useState(likely);
  const frame = useCallback((element: Element | null) => {
    if (element === null) return;
    const measure = () => {
      setWidth(element.clientWidth);
      if (element.clientWidth > 0) likely = element.clientWidth;
    };
    if (likely === 0) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
