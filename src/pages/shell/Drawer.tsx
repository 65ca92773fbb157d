import { useAuthActions, usePhase } from '../../actors/auth.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { isCurrent } from './is-current.ts';
import { useGo } from './navigation.tsx';
import { SearchForm } from './SearchForm.tsx';

/** A link of header, drawer or dock. */
export interface MenuLink {
  readonly href: string;
  readonly word: string;
  readonly icon: string;
}

/** What the menu needs of the header. */
export interface DrawerProps {
  readonly links: readonly MenuLink[];
  readonly path: string;
  /** Address of the community chat, or null. */
  readonly chat: string | null;
  readonly close: () => void;
}

const row = 'flex h-12 items-center gap-3 border-b border-line text-17 font-650 text-mute';

/** What the menu holds under 1050 px (spec §2). */
export function Drawer({ links, path, chat, close }: DrawerProps) {
  const isMember = usePhase() === 'member';
  const { signOut } = useAuthActions();
  const go = useGo();
  return (
    <>
      <SearchForm id="search-drawer" />
      <nav aria-label="Menu" className="grid">
        {links.map(({ href, word, icon }) => (
          <a
            key={href}
            href={href}
            aria-current={isCurrent(href, path) ? 'page' : undefined}
            className={`${row} aria-[current=page]:text-text`}
          >
            <Icon path={icon} /> {word}
          </a>
        ))}
        <a href="/downloadInfo" className={row}>
          <Icon path={pageIcons.save} /> Download App
        </a>
        {chat === null ? null : (
          <a href={chat} target="_blank" rel="noopener" className={row}>
            <Icon path={frameIcons.chat} /> Community
          </a>
        )}
        <a href="/faq#install" className={row}>
          <Icon path={pageIcons.install} /> Install
        </a>
        {isMember ? (
          <button
            type="button"
            onClick={() => {
              close();
              signOut('local');
              go('/home');
            }}
            className={row}
          >
            <Icon path={frameIcons.leave} /> Logout
          </button>
        ) : null}
      </nav>
    </>
  );
}
