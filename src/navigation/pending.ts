import { type ComponentType, createElement, lazy, useState } from 'react';
import { pendingDelay, pendingMinimum } from '#contract/constants';

/**
 * Waits for something that has a skeleton after `pendingDelay`. When it comes after that, it is held back until the
 * skeleton has been on the screen for `pendingMinimum`, so that the skeleton does not flash.
 */
export async function withSkeletonTime<Value>(loading: Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await loading;
  const elapsed = performance.now() - startedAt;
  const remaining = pendingDelay + pendingMinimum - elapsed;
  if (elapsed >= pendingDelay && remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining));
  return value;
}

type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads the code before the part is shown, which is then drawn at once. */
  readonly load: () => Promise<void>;
};

/** A component whose code is loaded when it is shown first, below a skeleton. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Late = lazy(async () => ({ default: await withSkeletonTime(load()) }));
  const shown = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Late);
    return createElement(Shown, props);
  };
  return Object.assign(shown, {
    load: async () => {
      loaded = await load();
    },
  });
}
