import { useState } from 'react';
import { getConfig } from '#contract/calls/site';
import { usePhase, useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { classesOf } from '../../components/Button.tsx';
import { deferredPart } from '../../components/deferred-part.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { SearchForm } from '../../components/SearchForm.tsx';
import { usePathname } from '../../navigation/address.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { Drawer } from '../drawer/Drawer.tsx';
import { HeaderLink } from './HeaderLink.tsx';
import { Logo } from './Logo.tsx';
import { accountLinks, mainLinks } from './menu-links.ts';

const NoticeBell = deferredPart(() => import('./NoticeBell.tsx').then((loaded) => loaded.NoticeBell));

/** Needs no badge offline, and the badge is no part of the first load. */
const wideLink = classesOf({ className: 'hidden wide:inline-flex' });

/** The header: links and search on a wide screen, a button that opens the drawer below 1050 px. */
export function Header() {
  const path = usePathname();
  const communityUrl = useRead({ call: getConfig }).value?.communityUrl ?? null;
  const dialog = useDialogHistory();
  const [isDrawerUsed, setIsDrawerUsed] = useState(false);
  const phase = usePhase();
  const account = accountLinks(phase, useUser()?.userId ?? null);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-13 max-w-page items-center gap-1 px-4 wide:h-15 wide:gap-6">
        <Logo />
        <nav aria-label="Main" className="hidden gap-1 wide:flex">
          {mainLinks.map((link) => (
            <HeaderLink key={link.href} link={link} path={path} />
          ))}
        </nav>
        <div className="hidden flex-1 justify-center wide:flex">
          <SearchForm id="search-header" />
        </div>
        {communityUrl === null ? null : (
          <a href={communityUrl} target="_blank" rel="noopener" className={wideLink}>
            <Icon path={frameIcons.chat} size={18} /> Community
          </a>
        )}
        <a href="/downloadInfo" className={wideLink}>
          Download App
        </a>
        {/* Invisible links keep the place of the right ones until the session is known. */}
        <nav aria-label="Account" className={`hidden gap-1 wide:flex ${phase === 'unknown' ? 'invisible' : ''}`}>
          {account
            .filter(({ isInHeader }) => isInHeader)
            .map((link) => (
              <HeaderLink key={link.href} link={link} path={path} />
            ))}
        </nav>
        {phase === 'member' ? (
          <span className="ml-auto grid size-11 wide:ml-0">
            <NoticeBell />
          </span>
        ) : null}
        <a
          href="/search"
          aria-label="Search"
          // Magnified twice on a small phone there is no room for three: the drawer has the search too.
          className={`${phase === 'member' ? 'max-[239px]:hidden' : 'ml-auto'} grid size-11 place-items-center text-mute hover:text-text wide:hidden`}
        >
          <Icon path={frameIcons.search} size={22} />
        </a>
        <IconButton
          onClick={() => {
            setIsDrawerUsed(true);
            dialog.open();
          }}
          className="-mr-2 wide:hidden"
          icon={frameIcons.menu}
          label="Menu"
          size={24}
        />
      </div>
      <Drawer
        dialog={dialog}
        isUsed={isDrawerUsed}
        links={phase === 'unknown' ? mainLinks : [...mainLinks, ...account]}
        path={path}
        communityUrl={communityUrl}
      />
    </header>
  );
}
