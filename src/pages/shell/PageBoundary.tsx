import { Component, type ReactNode } from 'react';
import { texts } from '#contract/problem';
import { FailureNote } from '../../components/FailureNote.tsx';
import { Heading } from '../../components/Heading.tsx';

/** Catches what a page throws; a chunk that is gone after a deploy asks for a reload instead of a blank page. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const message = error instanceof Error ? error.message : String(error);
    if (/dynamically imported module|importing a module|preload css/i.test(message)) {
      return (
        <section className="card mx-auto my-8 grid max-w-xl gap-3 p-5" role="alert">
          <Heading title="This page could not be loaded" className="text-20 font-800">
            This page could not be loaded
          </Heading>
          <p className="text-mute">
            A newer version of Pitboard may be out, or the network failed. Reloading mends both.
          </p>
          <p>
            <button type="button" className="action bg-redfill text-white" onClick={() => location.reload()}>
              Reload
            </button>
          </p>
        </section>
      );
    }
    const detail = error instanceof Error ? (error.stack ?? null) : null;
    const failure = { kind: 'internal', message: texts.somethingWrong, status: null, problem: null, detail } as const;
    return <FailureNote failure={failure} retry={() => this.setState({ error: null })} />;
  }
}
