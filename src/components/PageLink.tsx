import { type AnchorHTMLAttributes, type Ref, useContext } from 'react';
import { AvailabilityContext } from './availability-context.ts';
import { OfflineBadge } from './OfflineBadge.tsx';

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
  readonly ref?: Ref<HTMLAnchorElement>;
  /** Where the offline badge goes: after the text, or in the top right corner of a positioned link. */
  readonly badge?: 'inline' | 'corner';
}

/** A link to a page with data. Without a network it says when that page is not on this device. */
export function PageLink({ href, badge = 'inline', children, ...anchor }: PageLinkProps) {
  const { isOffline, isAvailable } = useContext(AvailabilityContext);
  const isUnavailable = isOffline && isAvailable(href) === false;
  return (
    <a {...anchor} href={href} data-unavailable={isUnavailable ? '' : undefined}>
      {children}
      {isUnavailable ? <OfflineBadge position={badge} /> : null}
    </a>
  );
}
