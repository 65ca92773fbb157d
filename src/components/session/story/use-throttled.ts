import { useEffect, useRef, useState } from 'react';

/** A value that changes at most once in a time in ms: at once where it stood still before. The last one always comes. */
export function useThrottled<Value>(value: Value, milliseconds: number): Value {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        changedAt.current = performance.now();
        setShown(value);
      },
      changedAt.current + milliseconds - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return shown;
}
