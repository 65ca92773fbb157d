import type { ReactNode } from 'react';
import type { Read } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';

interface VersionedProps {
  readonly read: Pick<Read<unknown>, 'version' | 'retry'>;
  readonly children: (version: string) => ReactNode;
}

/** Children that edit an entity. Without the version on the screen, a save could overwrite changes of others. */
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
