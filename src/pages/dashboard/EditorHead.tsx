import type { ReactNode } from 'react';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { Heading } from '../../components/Heading.tsx';

interface EditorHeadProps {
  readonly name: string;
  /** The title of the tab. */
  readonly title: string;
  readonly className?: string;
  /** Links to the list of its kind, to its page and to what belongs to it. */
  readonly children: ReactNode;
}

/** The head of a page on which something that is stored is edited. */
export function EditorHead({ name, title, className = '', children }: EditorHeadProps) {
  const isOnline = useNetworkStatus() === 'online';
  return (
    <header className={`grid gap-1 ${className}`}>
      <p className="flex flex-wrap gap-x-4 text-14 font-650">{children}</p>
      <Heading title={title} className="text-26 font-800 desk:text-30">
        <bdi>{name}</bdi>
      </Heading>
      {isOnline ? null : (
        <p className="text-amber">
          The server cannot be reached. You can read everything; what you type is kept on this device until you save it.
        </p>
      )}
    </header>
  );
}
