import type { AnchorHTMLAttributes } from 'react';
import { classesOf, Face, type Look } from './Button.tsx';
import { PageLink } from './PageLink.tsx';

export interface ButtonLinkProps
  extends Look,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children' | 'className' | 'href'> {
  readonly href: string;
}

/** A link that looks like a button. */
export function ButtonLink({ kind, icon, className, children, ...anchor }: ButtonLinkProps) {
  // Another view of this page, and another site, are not stored on the device as pages are.
  const Link = anchor.href.startsWith('/') ? PageLink : 'a';
  return (
    <Link {...anchor} className={classesOf({ kind, className })}>
      <Face icon={icon}>{children}</Face>
    </Link>
  );
}
