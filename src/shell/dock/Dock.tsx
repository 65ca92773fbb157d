import type { Section } from '#contract/pages/routes';
import { usePhase, useUser } from '../../actors/auth.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { usePathname } from '../../navigation/address.ts';
import type { MenuLink } from '../header/menu-links.ts';
import { markOf } from './current-tab.ts';

interface Tab extends MenuLink {
  readonly section: Section;
}

const tabs: readonly Tab[] = [
  { section: 'live', href: '/live', label: 'Live', icon: frameIcons.live },
  { section: 'results', href: '/home', label: 'Results', icon: frameIcons.results },
  { section: 'leagues', href: '/leagues', label: 'Leagues', icon: frameIcons.leagues },
];

/** The main links at the bottom of a phone held upright. */
export function Dock() {
  const path = usePathname();
  const isMember = usePhase() === 'member';
  const userId = useUser()?.userId ?? null;
  const href = isMember ? '/dashboard' : '/login';
  const account: Tab = { section: 'account', href, label: 'You', icon: frameIcons.user };
  return (
    <nav
      aria-label="Dock"
      data-dock=""
      className="no-print sticky bottom-0 z-30 grid grid-cols-4 border-t border-line bg-panel safe-pb-0 desk:hidden landscape:hidden"
    >
      {[...tabs, account].map((tab) => (
        <a
          key={tab.section}
          href={tab.href}
          aria-current={markOf(tab, path, userId)}
          className="grid h-14 content-center justify-items-center gap-0.5 text-12 font-650 text-mute aria-[current]:text-red"
        >
          <Icon path={tab.icon} size={22} />
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
