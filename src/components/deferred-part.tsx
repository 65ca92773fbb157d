import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { loadUntilPresent } from '../browser/load-late.ts';
import { withSkeletonTime } from '../navigation/pending.ts';
import { useHydrated } from '../navigation/use-hydrated.ts';
import { usePending } from './pending.tsx';

export interface Waiting {
  /** Keeps the place of the part, and loads nothing yet. */
  readonly isWaiting?: boolean;
}

/**
 * A part that is loaded when it is shown first. While its chunk is missing the substitute is shown, and it is loaded again
 * until it is there; a browser that cannot run it shows the substitute for good.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
  substitute: FunctionComponent<Props> = () => null,
): FunctionComponent<Props & Waiting> {
  let reportMissing = (): void => undefined;
  const missing = new Promise<void>((report) => {
    reportMissing = report;
  });
  const loadPart = () => loadUntilPresent(load, reportMissing).catch(() => substitute);
  const Part = lazy(async () => ({
    default: await (placeholder === null ? loadPart() : withSkeletonTime(loadPart())),
  }));
  const Substitute = lazy(() => missing.then(() => ({ default: substitute })));
  return ({ isWaiting = false, ...props }) => {
    const isHydrated = useHydrated();
    // One wait for what it waits for and for its code.
    const place = usePending(placeholder);
    if (isWaiting || !isHydrated) return place;
    const part = props as Props;
    return (
      <Suspense
        fallback={
          <Suspense fallback={place}>
            <Substitute {...part} />
          </Suspense>
        }
      >
        <Part {...part} />
      </Suspense>
    );
  };
}
