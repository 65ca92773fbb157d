import { startTransition, useEffect, useState } from 'react';

/**
 * How many parts of a long page are to be rendered: at first one, then one more in each task of the browser, so that no
 * task is long. Once all parts were rendered they stay, also when there are more.
 */
export function useGradualMount(partCount: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= partCount) {
      setCount(Number.POSITIVE_INFINITY);
      return;
    }
    const timeout = setTimeout(() => startTransition(() => setCount(count + 1)));
    return () => clearTimeout(timeout);
  }, [count, partCount]);
  return count;
}
