import { type MouseEvent, type ReactNode, type SyntheticEvent, useRef } from 'react';
import { prefetchDelay } from '#contract/constants';
import { matchPage } from '#contract/pages/routes';
import { useDownload } from '../actors/download.ts';
import { type ReadsOf, useOfflineAvailability } from '../actors/offline-availability.ts';
import { usePrivatePictures } from '../actors/private-pictures.ts';
import { isPlainClick, linkOf } from '../browser/link.ts';
import { AvailabilityContext } from '../components/availability-context.ts';
import { PrivatePictureContext } from '../components/private-picture-context.ts';
import { ShellPartsContext } from '../components/shell-parts-context.ts';
import { useLinkAction } from '../navigation/use-link-action.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { DeferredShell } from './deferred/DeferredShell.tsx';
import type { DeferredShellProps } from './deferred/start-deferred-shell.tsx';
import { LeaveGuard } from './dialogs/LeaveGuard.tsx';
import { Dock } from './dock/Dock.tsx';
import { Footer } from './footer/Footer.tsx';
import { Header } from './header/Header.tsx';
import { shellParts } from './shell-parts.ts';

/** The address of a link inside the app, or null when the browser should handle it. */
function routeOf(event: Event): string | null {
  const anchor = linkOf(event);
  if (anchor === null) return null;
  const isOurs = anchor.origin === location.origin && anchor.target === '' && !anchor.hasAttribute('download');
  // Files and documents of the server are no pages.
  const isServed = matchPage(anchor.pathname).name === 'notFound';
  const isOnThisPage = anchor.hash !== '' && anchor.pathname === location.pathname;
  return isOurs && !isServed && !isOnThisPage ? anchor.pathname + anchor.search + anchor.hash : null;
}

const downloadPage = '/downloadInfo';

interface ShellProps extends Omit<DeferredShellProps, 'onDownloadFile'> {
  readonly readsOf: ReadsOf;
  readonly prefetch: (href: string) => void;
  readonly children: ReactNode;
}

/** Header, page, footer and dock. Links are plain anchors; this component follows them and prefetches on hover. */
export function Shell({ readsOf, prefetch, children, ...deferred }: ShellProps) {
  const navigate = useNavigate();
  const availability = useOfflineAvailability(readsOf);
  const pictures = usePrivatePictures();
  const download = useDownload(() => navigate(downloadPage));
  useLinkAction(downloadPage, download.start);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function handleClick(event: MouseEvent): void {
    const href = routeOf(event.nativeEvent);
    if (!isPlainClick(event.nativeEvent) || event.defaultPrevented || href === null) return;
    event.preventDefault();
    navigate(href);
  }

  function handleHover(event: SyntheticEvent): void {
    clearTimeout(timer.current);
    const href = routeOf(event.nativeEvent);
    if (href !== null) timer.current = setTimeout(() => prefetch(href), prefetchDelay);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the anchors inside are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an anchor is a click
    <div onClick={handleClick} onPointerOver={handleHover} onFocus={handleHover} className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, whose heading takes the focus */}
      <a
        href="#main"
        onClick={(click) => {
          const title = document.querySelector<HTMLElement>('#main h1');
          // A link to an element that cannot be focused would lose the focus.
          if (title !== null) click.preventDefault();
          title?.focus();
        }}
        className="absolute top-2 left-2 z-50 rounded-8 bg-raised p-3 not-focus:sr-only"
      >
        Skip to content
      </a>
      <Header />
      <AvailabilityContext value={availability}>
        {/* On a phone the footer is below the first screen, so that it does not move when the page fills. */}
        <main id="main" className="mx-auto w-full max-w-page flex-1 px-4 pt-5 pb-8 max-desk:min-h-dvh">
          <ShellPartsContext value={shellParts}>
            <PrivatePictureContext value={pictures}>{children}</PrivatePictureContext>
          </ShellPartsContext>
        </main>
        <Footer />
        <DeferredShell {...deferred} onDownloadFile={download.setFile} />
      </AvailabilityContext>
      <LeaveGuard />
      <Dock />
    </div>
  );
}
