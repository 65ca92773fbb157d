import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';

interface OwnListPageProps {
  /** The kind of entity, such as `league`. */
  readonly kind: string;
  readonly createHref: string;
  readonly children: ReactNode;
}

/** A list of the user’s own entities, with a link to create one. */
export function OwnListPage({ kind, createHref, children }: OwnListPageProps) {
  return (
    <div className="in-order stack min-h-dvh content-start gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Heading title={`Your ${kind}s`}>Your {kind}s</Heading>
        <ButtonLink kind="primary" icon={frameIcons.add} href={createHref}>
          New {kind}
        </ButtonLink>
      </header>
      {children}
    </div>
  );
}
