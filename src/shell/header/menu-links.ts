import type { Phase } from '../../actors/auth.tsx';
import { frameIcons } from '../../components/frame-icons.ts';

/** A link of the header, drawer or dock. */
export interface MenuLink {
  readonly href: string;
  readonly label: string;
  readonly icon: string;
}

/** Links of the account; some are in the drawer only. */
export interface AccountLink extends MenuLink {
  readonly isInHeader: boolean;
}

/** The links of every page. */
export const mainLinks: readonly MenuLink[] = [
  { href: '/home', label: 'Home', icon: frameIcons.results },
  { href: '/live', label: 'Live', icon: frameIcons.live },
  { href: '/leagues', label: 'Leagues', icon: frameIcons.leagues },
  { href: '/faq', label: 'FAQ', icon: frameIcons.help },
];

/** The links of a signed-in user, or those of a visitor. */
export function accountLinks(phase: Phase, userId: string | null): readonly AccountLink[] {
  if (phase === 'member')
    return [
      { href: `/user/${userId}`, label: 'My Profile', icon: frameIcons.user, isInHeader: false },
      { href: '/dashboard', label: 'Dashboard', icon: frameIcons.dashboard, isInHeader: true },
    ];
  return [
    { href: '/login', label: 'Login', icon: frameIcons.user, isInHeader: true },
    { href: '/signup', label: 'Sign Up', icon: frameIcons.add, isInHeader: true },
  ];
}
