import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { loadUntilPresent } from '../browser/load-late.ts';

export interface Waiting {
  /** Keeps the place of the part, and loads nothing yet. */
  readonly isWaiting?: boolean;
}

/**
 * A part that is loaded when it is shown first. While its chunk is missing the substitute is shown, and it is loaded again
 * until it is there; a browser that cannot run it shows the substitute for good.
 */
export function latePart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
  substitute: FunctionComponent<Props> = () => null,
): FunctionComponent<Props & Waiting> {
  let reportMissing = (): void => undefined;
  const missing = new Promise<void>((report) => {
    reportMissing = report;
  });
  const Part = lazy(async () => ({ default: await loadUntilPresent(load, reportMissing).catch(() => substitute) }));
  const Substitute = lazy(() => missing.then(() => ({ default: substitute })));
  return ({ isWaiting = false, ...props }) => {
    if (isWaiting) return placeholder;
    const part = props as Props;
    return (
      <Suspense
        fallback={
          <Suspense fallback={placeholder}>
            <Substitute {...part} />
          </Suspense>
        }
      >
        <Part {...part} />
      </Suspense>
    );
  };
}
