import { usePathname } from 'wouter/use-browser-location';
import { usePhase } from '../../actors/auth.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { isCurrent } from '../header/is-current.ts';
import type { MenuLink } from '../header/menu-links.ts';

const links: readonly MenuLink[] = [
  { href: '/live', label: 'Live', icon: frameIcons.live },
  { href: '/home', label: 'Results', icon: frameIcons.results },
  { href: '/leagues', label: 'Leagues', icon: frameIcons.leagues },
];

/** The main links at the bottom of a phone held upright. */
export function Dock() {
  const path = usePathname();
  const isMember = usePhase() === 'member';
  const account: MenuLink = { href: isMember ? '/dashboard' : '/login', label: 'You', icon: frameIcons.user };
  return (
    <nav
      aria-label="Dock"
      data-dock=""
      className="no-print sticky bottom-0 z-30 grid grid-cols-4 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] desk:hidden landscape:hidden"
    >
      {[...links, account].map(({ href, label, icon }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent(href, path) ? 'page' : undefined}
          className="grid h-14 content-center justify-items-center gap-0.5 text-12 font-650 text-mute aria-[current=page]:text-red"
        >
          <Icon path={icon} size={22} />
          {label}
        </a>
      ))}
    </nav>
  );
}
