import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ArrivedContext } from '../../components/Heading.tsx';

/** Going from page to page: focus and scroll follow, and Back finds the place that was left (quality U3). */
class Navigation {
  /** Entry of the history that is shown, and where each was left, in px. */
  #entry = entryOf(history.state);
  #last = this.#entry;
  readonly #left = new Map<number, number>();
  #arrival: { readonly top: number } | null = null;
  #top = 0;
  readonly #layers: (() => void)[] = [];

  /** Follows a link; `navigate` is the router's. */
  go(
    href: string,
    navigate: (href: string, options: { state: unknown; replace: boolean }) => void,
    isSamePage: boolean,
  ): void {
    const isOnLayer = this.#layers.length > 0;
    for (const close of this.#layers.splice(0)) close();
    this.#left.set(this.#entry, scrollY);
    const replace = isOnLayer || isSamePage;
    if (!replace) {
      this.#last += 1;
      this.#entry = this.#last;
    }
    if (!isSamePage) this.#arrival = { top: 0 };
    navigate(href, { state: { entry: this.#entry }, replace });
  }

  /** Back or forward: a layer closes first; otherwise the entry's place is found again. */
  popped(state: unknown): void {
    const close = this.#layers.pop();
    if (close !== undefined) {
      close();
      return;
    }
    this.#moved(entryOf(state));
  }

  /** The page that is shown was scrolled. */
  scrolled(): void {
    this.#top = scrollY;
  }

  /** Another entry of the history is shown; told by popstate or by the page itself, whichever comes first. */
  #moved(entry: number): void {
    if (entry === this.#entry) return;
    this.#left.set(this.#entry, this.#top);
    this.#entry = entry;
    this.#arrival = { top: this.#left.get(entry) ?? 0 };
  }

  /** The page that was gone to is drawn: its heading takes the focus, once. */
  readonly arrived = (heading: HTMLElement): void => {
    this.#moved(entryOf(history.state));
    const arrival = this.#arrival;
    if (arrival === null) return;
    this.#arrival = null;
    heading.focus({ preventScroll: true });
    scrollTo({ top: arrival.top, behavior: 'instant' });
  };

  /** A drawer or dialog was opened: Back closes it. Answers how to take it away again. */
  opened(close: () => void): () => void {
    history.pushState({ entry: this.#entry, isLayer: true }, '');
    this.#layers.push(close);
    return () => {
      const index = this.#layers.indexOf(close);
      if (index < 0) return;
      this.#layers.splice(index, 1);
      history.back();
      // The way back out of a layer is no navigation.
      this.#layers.push(() => undefined);
    };
  }
}

function entryOf(state: unknown): number {
  const { entry } = Object(state);
  return typeof entry === 'number' ? entry : 0;
}

const NavigationContext = createContext<Navigation | null>(null);

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('there is no NavigationProvider above');
  return navigation;
}

/** Hands the navigation to all pages and listens to Back. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const [navigation] = useState(() => new Navigation());
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const popped = (event: PopStateEvent) => navigation.popped(event.state);
    const scrolled = () => navigation.scrolled();
    addEventListener('popstate', popped);
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      removeEventListener('popstate', popped);
      removeEventListener('scroll', scrolled);
    };
  }, [navigation]);
  return (
    <NavigationContext value={navigation}>
      <ArrivedContext value={navigation.arrived}>{children}</ArrivedContext>
    </NavigationContext>
  );
}

/** Goes to an address of this app. */
export function useGo(): (href: string) => void {
  const navigation = useNavigation();
  const [, navigate] = useLocation();
  return (href) => navigation.go(href, navigate, new URL(href, location.href).pathname === location.pathname);
}

/** A native dialog that Back, Escape and its own button close. */
export function useLayer(): {
  ref: RefObject<HTMLDialogElement | null>;
  open: () => void;
  close: () => void;
  onClose: () => void;
} {
  const navigation = useNavigation();
  const ref = useRef<HTMLDialogElement>(null);
  const leave = useRef<(() => void) | null>(null);
  const close = () => ref.current?.close();
  return {
    ref,
    open: () => {
      if (ref.current?.open === true) return;
      ref.current?.showModal();
      leave.current = navigation.opened(close);
    },
    close,
    onClose: () => {
      leave.current?.();
      leave.current = null;
    },
  };
}
