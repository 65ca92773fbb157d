import { usePhase } from '../../actors/auth.tsx';
import { useConfirmedSignOut } from '../../actors/sign-out.ts';
import { Button } from '../../components/Button.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { SearchForm } from '../../components/SearchForm.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { isCurrent } from '../header/is-current.ts';
import type { MenuLink } from '../header/menu-links.ts';

export interface DrawerMenuProps {
  readonly links: readonly MenuLink[];
  readonly path: string;
  /** Address of the community chat, or null. */
  readonly communityUrl: string | null;
  readonly close: () => void;
}

/** Shown nowhere else. */
const leaveIcon = 'M14 5H5v14h9M10 12h11M17 8l4 4-4 4';
const row = 'flex h-12 items-center gap-3 border-b border-line text-17 font-650 text-mute';

/** The content of the drawer. */
export function DrawerMenu({ links, path, communityUrl, close }: DrawerMenuProps) {
  const isMember = usePhase() === 'member';
  const signOut = useConfirmedSignOut();
  const navigate = useNavigate();
  return (
    <>
      <SearchForm id="search-drawer" />
      <nav aria-label="Menu" className="grid">
        {links.map(({ href, label, icon }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent(href, path) ? 'page' : undefined}
            className={`${row} aria-[current=page]:text-text`}
          >
            <Icon path={icon} /> {label}
          </a>
        ))}
        <a href="/downloadInfo" className={row}>
          <Icon path={pageIcons.save} /> Download App
        </a>
        {communityUrl === null ? null : (
          <a href={communityUrl} target="_blank" rel="noopener" className={row}>
            <Icon path={frameIcons.chat} /> Community
          </a>
        )}
        <a href="/faq#install" className={row}>
          <Icon path={pageIcons.install} /> Install
        </a>
        {isMember ? (
          <Button
            kind="plain"
            onClick={async () => {
              close();
              if (await signOut('local')) navigate('/home');
            }}
            className={row}
          >
            <Icon path={leaveIcon} /> Logout
          </Button>
        ) : null}
      </nav>
    </>
  );
}
