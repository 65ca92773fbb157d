import type { ReactNode } from 'react';
import { isPlainClick } from '../../../browser/link.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { useNavigate } from '../../../navigation/use-navigate.ts';

interface EntryLinkProps {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to another view of the same page; Back returns from it. */
export function EntryLink({ href, className, children }: EntryLinkProps) {
  const navigate = useNavigate();
  return (
    <PageLink
      href={href}
      className={className}
      onClick={(event) => {
        if (!isPlainClick(event.nativeEvent)) return;
        event.preventDefault();
        navigate(href, { addsEntry: true });
      }}
    >
      {children}
    </PageLink>
  );
}
