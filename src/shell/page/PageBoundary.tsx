import { Component, type ReactNode } from 'react';
import { createFailure, texts } from '#contract/api/problem';
import { type Connectivity, useConnectivity } from '../../actors/connectivity.ts';
import { reloadIfReachable, reloadOnce } from '../../actors/reload.ts';
import { isChunkMissing } from '../../browser/missing-chunk.ts';
import { ErrorPanel } from '../../components/ErrorPanel.tsx';

interface ErrorBoundaryProps {
  readonly connectivity: Connectivity;
  readonly children: ReactNode;
}

/**
 * Shows an error in place of a page that fails. When a chunk is missing after a deployment, it reloads the app once; when
 * the network failed, as soon as the server can be reached again.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary connectivity={useConnectivity()}>{children}</ErrorBoundary>;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  #unsubscribe = (): void => undefined;

  override componentDidCatch(error: unknown): void {
    if (!isChunkMissing(error)) return;
    const { subscribe, reportCall } = this.props.connectivity;
    const reload = async () => {
      if (!(await reloadOnce())) reportCall(createFailure('unreachable', {}));
    };
    this.#unsubscribe();
    this.#unsubscribe = subscribe((status) => (status === 'online' ? void reload() : undefined));
    void reload();
  }

  override componentWillUnmount(): void {
    this.#unsubscribe();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isChunkMissing(error)) {
      const failure = createFailure('outdated', { message: String(error) });
      return <ErrorPanel failure={failure} retry={reloadIfReachable} />;
    }
    const detail = error instanceof Error ? (error.stack ?? null) : null;
    const failure = createFailure('internal', { message: texts.somethingWrong, detail });
    return <ErrorPanel failure={failure} retry={() => this.setState({ error: null })} />;
  }
}
