import type { ReactNode } from 'react';

/** Replaces an empty list: a title, and the next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid gap-1 rounded-10 border border-dashed border-line p-5 text-mute">
      <p className="font-750 text-text">{title}</p>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}
