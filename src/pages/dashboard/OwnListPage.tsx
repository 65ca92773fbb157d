import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';

interface OwnListPageProps {
  /** What is listed: `league`. */
  readonly kind: string;
  readonly createHref: string;
  readonly children: ReactNode;
}

/** A list of what the user owns, with the way to a new one. */
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
