import type { ReactNode } from 'react';
import { pendingDelay } from '#contract/constants';
import { useDelay } from '../navigation/use-delay.ts';

/** A skeleton that keeps its place while something is loading: invisible at first. */
export function usePending(skeleton: ReactNode): ReactNode {
  const isShown = useDelay(pendingDelay);
  return skeleton === null ? null : <div className={isShown ? 'contents' : 'invisible contents'}>{skeleton}</div>;
}

/** The same as a component. */
export function Pending({ children }: { readonly children: ReactNode }) {
  return usePending(children);
}
