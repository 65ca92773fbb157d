import { Component, type ReactNode, Suspense } from 'react';
import { createFailure, texts } from '#contract/api/problem';
import { matchPage, pageRoute } from '#contract/pages/routes';
import { usePhase } from '../actors/auth.tsx';
import { type Connectivity, useConnectivity, useNetworkStatus } from '../actors/connectivity.ts';
import { reloadIfReachable, reloadWhenReachable } from '../actors/reload.ts';
import { type UnsavedChanges, useUnsavedChangesRegistry } from '../actors/unsaved-changes.tsx';
import { isChunkMissing } from '../browser/missing-chunk.ts';
import { ErrorPanel } from '../components/ErrorPanel.tsx';
import { NotSaved } from '../components/NotSaved.tsx';
import { Pending } from '../components/pending.tsx';
import { useHydrated } from '../navigation/use-hydrated.ts';

interface ErrorBoundaryProps {
  readonly isPart: boolean;
  readonly isLoggedOut: boolean;
  readonly network: ReturnType<typeof useNetworkStatus>;
  readonly connectivity: Connectivity;
  readonly unsavedChanges: UnsavedChanges;
  readonly children: ReactNode;
}

/**
 * A part of a page that is loaded after it, by `lazyPart`: it waits as a page does, and where it fails, the page around it stays.
 * The server leaves it to the browser, unless `isRendered` says that its code is loaded before the first picture.
 */
export function Part({
  fallback,
  isRendered = false,
  children,
}: {
  readonly fallback: ReactNode;
  readonly isRendered?: boolean;
  readonly children: ReactNode;
}) {
  const isHydrated = useHydrated();
  return (
    <LoadBoundary isPart>
      <Suspense fallback={<Pending>{fallback}</Pending>}>
        {isHydrated || isRendered ? children : <Pending>{fallback}</Pending>}
      </Suspense>
    </LoadBoundary>
  );
}

/**
 * Shows an error in place of what fails. Some browsers load no chunk again that has failed: when it is missing after a
 * deployment, the app is reloaded once; when the server or the network failed, as soon as the server answers again. Unsaved
 * changes are waited for.
 */
export function LoadBoundary({
  isPart = false,
  children,
}: {
  readonly isPart?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <ErrorBoundary
      isPart={isPart}
      isLoggedOut={usePhase() === 'anonymous'}
      network={useNetworkStatus()}
      connectivity={useConnectivity()}
      unsavedChanges={useUnsavedChangesRegistry()}
    >
      {children}
    </ErrorBoundary>
  );
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  #unsubscribe = (): void => undefined;

  override componentDidCatch(error: unknown): void {
    if (!isChunkMissing(error)) return;
    this.#unsubscribe();
    this.#unsubscribe = reloadWhenReachable(this.props.connectivity, this.props.unsavedChanges);
  }

  override componentWillUnmount(): void {
    this.#unsubscribe();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { isPart, isLoggedOut, network, children } = this.props;
    if (error === null) return children;
    if (isChunkMissing(error)) {
      // Visitors have nothing of the pages of users on their device.
      const isOfUsers = pageRoute(matchPage(location.pathname).name).access !== 'public';
      if (network !== 'online' && network !== 'faulty')
        return (
          <NotSaved
            cause={network}
            part={isPart ? 'part' : null}
            isLoggedOut={isLoggedOut && isOfUsers && !isPart}
            retry={reloadIfReachable}
          />
        );
      const failure = createFailure('outdated', { message: String(error) });
      return <ErrorPanel failure={failure} isPart={isPart} retry={reloadIfReachable} />;
    }
    const detail = error instanceof Error ? (error.stack ?? null) : null;
    const failure = createFailure('internal', { message: texts.somethingWrong, detail });
    return <ErrorPanel failure={failure} isPart={isPart} retry={() => this.setState({ error: null })} />;
  }
}
