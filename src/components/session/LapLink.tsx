import type { ReactNode } from 'react';

interface LapLinkProps {
  /** The address of the moment; undefined for none. */
  readonly href: string | undefined;
  /** What is watched, before the lap, for screen readers. */
  readonly label: string;
  /** The lap. */
  readonly children: ReactNode;
}

/** A lap that is a link to the replay, where there is one. */
export function LapLink({ href, label, children }: LapLinkProps) {
  if (href === undefined) return children;
  return (
    <a
      href={href}
      className="inline-grid min-h-6 min-w-6 place-items-center underline decoration-kerb underline-offset-4 hover:text-text print:no-underline"
    >
      <span>
        <span className="sr-only">{label} </span>
        {children}
      </span>
    </a>
  );
}
