import type { ReactNode } from 'react';
import type { Read } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';

interface VersionedProps {
  readonly read: Pick<Read<unknown>, 'version' | 'retry'>;
  readonly children: (version: string) => ReactNode;
}

/** What edits an entity. Without the version of what is shown, a save could overwrite what somebody else has changed. */
export function Versioned({ read, children }: VersionedProps) {
  const { version, retry } = read;
  if (version !== null) return children(version);
  return (
    <p role="status" className="flex flex-wrap items-center gap-3">
      This copy is too old to be edited.
      <Button onClick={retry}>Load it again</Button>
    </p>
  );
}
