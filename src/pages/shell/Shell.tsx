import {
  type FunctionComponent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { preloadDelay } from '#contract/constants';
import { type Phase, usePerson, usePhase } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import type { DrawerProps, MenuLink } from './Drawer.tsx';
import { isCurrent } from './is-current.ts';
import { LateParts } from './LateParts.tsx';
import type { LateProps } from './late-parts.tsx';
import { Footer, Logo } from './Marks.tsx';
import { useGo, useLayer } from './navigation.tsx';
import { SearchForm } from './SearchForm.tsx';

const links: readonly MenuLink[] = [
  { href: '/home', word: 'Home', icon: frameIcons.results },
  { href: '/leagues', word: 'Leagues', icon: frameIcons.leagues },
  { href: '/faq', word: 'FAQ', icon: frameIcons.help },
];

/** A plain click on a link of this app, or null: everything else is the browser's. */
function hrefOf(event: SyntheticEvent): string | null {
  const anchor = (event.target as Element).closest?.('a[href]');
  if (!(anchor instanceof HTMLAnchorElement)) return null;
  const isOurs = anchor.origin === location.origin && anchor.target === '' && !anchor.hasAttribute('download');
  const isServed = anchor.pathname.startsWith('/api/') || (anchor.hash !== '' && anchor.pathname === location.pathname);
  return isOurs && !isServed ? anchor.pathname + anchor.search : null;
}

interface ShellProps extends Omit<LateProps, 'isTyped'> {
  readonly preload: (href: string) => void;
  readonly children: ReactNode;
}

/** Header, page, footer and dock; links are plain anchors, followed here (spec §2). */
export function Shell({ preload, children, ...late }: ShellProps) {
  const go = useGo();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Typing may begin before the notice is there that asks about it.
  const isTyped = useRef(false);

  function click(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const href = hrefOf(event);
    if (!isPlain || event.defaultPrevented || href === null) return;
    event.preventDefault();
    go(href);
  }

  function near(event: SyntheticEvent): void {
    clearTimeout(timer.current);
    const href = hrefOf(event);
    if (href !== null) timer.current = setTimeout(() => preload(href), preloadDelay);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the anchors inside are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an anchor is a click
    <div
      onClick={click}
      onPointerOver={near}
      onFocus={near}
      onInput={() => {
        isTyped.current = true;
      }}
      className="flex min-h-dvh flex-col"
    >
      <a
        href="#main"
        className="sr-only rounded-8 bg-raised p-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" className="mx-auto w-full max-w-[1280px] flex-1 px-4 pt-5 pb-8">
        {children}
      </main>
      <Footer />
      <LateParts {...late} isTyped={isTyped} />
      <Dock />
    </div>
  );
}

function Header() {
  const [path] = useLocation();
  const config = useRead({ name: 'getConfig' }).value;
  const chat = config?.communityUrl ?? null;
  const drawer = useLayer();
  const [isWanted, want] = useState(false);
  const phase = usePhase();
  const own = ownLinks(phase, usePerson()?.userId ?? null);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex h-13 max-w-[1280px] items-center gap-6 px-4 wide:h-15">
        <Logo />
        <nav aria-label="Main" className="hidden gap-1 wide:flex">
          {links.map(({ href, word }) => (
            <HeaderLink key={href} href={href} word={word} path={path} />
          ))}
        </nav>
        <div className="hidden flex-1 justify-center wide:flex">
          <SearchForm id="search-wide" />
        </div>
        {chat === null ? null : (
          <a href={chat} target="_blank" rel="noopener" className="action hidden border border-line wide:inline-flex">
            <Icon path={frameIcons.chat} /> Community
          </a>
        )}
        <a href="/downloadInfo" className="action hidden border border-line wide:inline-flex">
          Download App
        </a>
        <nav aria-label="Account" className={`hidden gap-1 wide:flex ${phase === 'unknown' ? 'invisible' : ''}`}>
          {own
            .filter(({ isInHeader }) => isInHeader)
            .map(({ href, word }) => (
              <HeaderLink key={href} href={href} word={word} path={path} />
            ))}
        </nav>
        <button
          type="button"
          onClick={() => {
            want(true);
            drawer.open();
          }}
          className="-mr-2 ml-auto grid h-11 w-11 place-items-center text-mute hover:text-text wide:hidden"
        >
          <Icon path={frameIcons.menu} size={24} />
          <span className="sr-only">Menu</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own */}
      <dialog
        ref={drawer.ref}
        onClose={drawer.onClose}
        onClick={(event) => (event.target === event.currentTarget ? drawer.close() : undefined)}
        aria-label="Menu"
        className="mr-0 ml-auto h-dvh max-h-none w-80 max-w-[85vw] border-l border-line bg-panel p-0"
      >
        <div className="grid gap-4 p-4 pt-[calc(env(safe-area-inset-top)+8px)]">
          <div className="flex items-center justify-between">
            <Logo />
            <button type="button" onClick={drawer.close} className="-mr-2 grid h-11 w-11 place-items-center text-mute">
              <Icon path={frameIcons.close} size={24} />
              <span className="sr-only">Close menu</span>
            </button>
          </div>
          {isWanted ? (
            <Suspense>
              <Drawer
                links={phase === 'unknown' ? links : [...links, ...own]}
                path={path}
                chat={chat}
                close={drawer.close}
              />
            </Suspense>
          ) : null}
        </div>
      </dialog>
    </header>
  );
}

/** Where its code cannot be had, footer and dock still lead everywhere. */
async function loadDrawer(): Promise<{ default: FunctionComponent<DrawerProps> }> {
  const loaded = await import('./Drawer.tsx').catch(() => null);
  return { default: loaded?.Drawer ?? (() => null) };
}

const Drawer = lazy(loadDrawer);

interface OwnLink extends MenuLink {
  readonly isInHeader: boolean;
}

/** The links of who is signed in, or of who is not, whose room is kept until that is known (spec §2). */
function ownLinks(phase: Phase, userId: string | null): readonly OwnLink[] {
  if (phase === 'member')
    return [
      { href: `/user/${userId}`, word: 'My Profile', icon: frameIcons.user, isInHeader: false },
      { href: '/dashboard', word: 'Dashboard', icon: frameIcons.dashboard, isInHeader: true },
    ];
  return [
    { href: '/login', word: 'Login', icon: frameIcons.user, isInHeader: true },
    { href: '/signup', word: 'Sign Up', icon: frameIcons.add, isInHeader: true },
  ];
}

function HeaderLink({ href, word, path }: { href: string; word: string; path: string }) {
  return (
    <a
      href={href}
      aria-current={isCurrent(href, path) ? 'page' : undefined}
      className="grid h-11 place-items-center px-2.5 font-650 text-mute hover:text-text aria-[current=page]:text-text"
    >
      {word}
    </a>
  );
}

const dock: typeof links = [
  { href: '/home', word: 'Results', icon: frameIcons.results },
  { href: '/leagues', word: 'Leagues', icon: frameIcons.leagues },
];

/** Within thumb reach on a phone held upright. */
function Dock() {
  const [path] = useLocation();
  const isMember = usePhase() === 'member';
  const you = { href: isMember ? '/dashboard' : '/login', word: 'You', icon: frameIcons.user } as const;
  return (
    <nav
      aria-label="Dock"
      className="no-print sticky bottom-0 z-30 grid grid-cols-3 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] desk:hidden landscape:hidden"
    >
      {[...dock, you].map(({ href, word, icon }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent(href, path) ? 'page' : undefined}
          className="grid h-14 content-center justify-items-center gap-0.5 text-12 font-650 text-mute aria-[current=page]:text-red"
        >
          <Icon path={icon} size={22} />
          {word}
        </a>
      ))}
    </nav>
  );
}
