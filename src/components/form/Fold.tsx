import { type ReactNode, useState } from 'react';

interface FoldProps {
  readonly title: string;
  /** A field inside was changed or refused: the fold opens. */
  readonly isNeeded?: boolean;
  readonly children: ReactNode;
}

/** Settings that few people need, behind a line that opens. It stays open once it was. */
export function Fold({ title, isNeeded = false, children }: FoldProps) {
  const [isOpened, setOpened] = useState(isNeeded);
  if (isNeeded && !isOpened) setOpened(true);
  return (
    <details open={isOpened} className="group min-w-0">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-650 text-mute hover:text-text">
        <span aria-hidden="true" className="inline-block w-3 group-open:rotate-90">
          ›
        </span>
        {title}
      </summary>
      <div className="stack gap-4 pt-2">{children}</div>
    </details>
  );
}
