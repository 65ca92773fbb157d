import { Component, type ReactNode } from 'react';
import { texts } from '#contract/problem';
import { reloadOnce } from '../../actors/reload.ts';
import { FailureNote } from '../../components/FailureNote.tsx';

const none = { status: null, problem: null, detail: null };

/** Catches what a page throws; a chunk that is gone after a deploy reloads once, and is never a blank page. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (isGone(error)) reloadOnce();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isGone(error)) {
      const failure = { ...none, kind: 'outdated', message: String(error) } as const;
      return <FailureNote failure={failure} retry={() => location.reload()} />;
    }
    const detail = error instanceof Error ? (error.stack ?? null) : null;
    const failure = { ...none, kind: 'internal', message: texts.somethingWrong, detail } as const;
    return <FailureNote failure={failure} retry={() => this.setState({ error: null })} />;
  }
}

/** A part of the app could not be fetched. */
function isGone(error: unknown): boolean {
  return /dynamically imported module|importing a module|preload css/i.test(String(error));
}
