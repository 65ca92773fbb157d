import { fieldsOf } from '#contract/json/fields-of';

/** Moves between pages: focus and scroll position follow, and Back restores the scroll position of each history entry. */
export class Navigation {
  /** The current history entry, and the scroll position at which each entry was left, in px. */
  #entry: number;
  #lastEntry: number;
  readonly #scrollPositions = new Map<number, number>();
  #isFirstPage = true;
  #pendingScroll: { readonly top: number } | null = null;
  #scrollTop = 0;
  readonly #dialogs: (() => void)[] = [];
  /** Entries of closed dialogs that the browser is still removing; it does so some time after it was asked. */
  #pendingRemovals = 0;
  #followAfterRemoval: (() => void) | null = null;
  readonly #removalListeners: (() => void)[] = [];
  #guard: Guard | null = null;
  /** Pages of what was deleted, and the page in place of each. */
  #deleted: { readonly path: string; readonly href: string }[] = [];
  /** Address of the current entry: Back has changed `location` before it can be held up. */
  #href: string;

  constructor(place: { readonly state: unknown; readonly href: string }) {
    this.#entry = entryOf(place.state);
    this.#lastEntry = this.#entry;
    this.#href = place.href;
  }

  /** Sets the question before a page is left. Returns a function that unsets it. */
  setGuard(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  /**
   * Follows a link, unless unsaved changes keep the user on the page; `push` is the router's own function. Within the same
   * page the history entry is replaced, unless `addsEntry` is true: then Back returns to the address before.
   */
  navigate(href: string, push: Push, isSamePage: boolean, addsEntry = !isSamePage): void {
    const question = isSamePage ? null : this.#ask(new URL(href, location.href).pathname);
    if (question === null) this.#follow(href, push, isSamePage, addsEntry);
    else question.then((isConfirmed) => (isConfirmed ? this.#follow(href, push, isSamePage, addsEntry) : undefined));
  }

  #ask(to: string): Promise<boolean> | null {
    return this.#guard?.(new URL(this.#href).pathname, to) ?? null;
  }

  /**
   * Shows another page in place of this one, which is over; nothing is asked, and Back does not return here. `texts` are those of
   * the history entry.
   */
  replace(href: string, push: Push, texts: Readonly<Record<string, string>> = {}): void {
    const dialogs = this.#dialogs.splice(0);
    for (const close of dialogs) close();
    if (dialogs.length > 0) {
      // The entry below those of the dialogs is that of this page.
      this.#pendingRemovals += 1;
      history.go(-dialogs.length);
    }
    if (this.#pendingRemovals > 0) {
      this.#followAfterRemoval = () => this.replace(href, push, texts);
      return;
    }
    this.#pendingScroll = { top: 0 };
    push(href, { state: { ...texts, entry: this.#entry }, replace: true });
    this.#href = location.href;
  }

  /** Something was deleted: Back and Forward pass over all of its pages at `paths`. Where there is no further page, `href` is shown. */
  addDeleted(paths: readonly string[], href: string): void {
    this.#deleted.push(...paths.map((path) => ({ path, href })));
  }

  #follow(href: string, push: Push, isSamePage: boolean, addsEntry: boolean): void {
    // Otherwise the browser would remove the entry that is added here.
    if (this.#pendingRemovals > 0) {
      this.#followAfterRemoval = () => this.#follow(href, push, isSamePage, addsEntry);
      return;
    }
    // A page that a link leads to is there again.
    const { pathname } = new URL(href, location.href);
    this.#deleted = this.#deleted.filter(({ path }) => !isWithin(pathname, path));
    const isInDialog = this.#dialogs.length > 0;
    for (const close of this.#dialogs.splice(0)) close();
    this.#scrollPositions.set(this.#entry, scrollY);
    // The entry of a dialog becomes that of the page: Back leads to the page below the dialog, which is another entry.
    const replace = isInDialog || !addsEntry;
    if (addsEntry) {
      this.#lastEntry += 1;
      this.#entry = this.#lastEntry;
    }
    if (!isSamePage || addsEntry) this.#pendingScroll = { top: 0 };
    push(href, { state: { entry: this.#entry }, replace });
    this.#href = location.href;
  }

  /**
   * Back or forward: closes the topmost dialog, or else restores the entry's scroll position. With unsaved changes it
   * returns to the page first, and goes back again when that is confirmed. True when the router must not see the event.
   */
  handlePopState(state: unknown): boolean {
    if (this.#pendingRemovals > 0) {
      this.#pendingRemovals -= 1;
      if (this.#pendingRemovals === 0) {
        const follow = this.#followAfterRemoval;
        this.#followAfterRemoval = null;
        follow?.();
        for (const listener of this.#removalListeners.splice(0)) listener();
      }
      return false;
    }
    const close = this.#dialogs.pop();
    if (close !== undefined) {
      close();
      return false;
    }
    const deleted = this.#deleted.find(({ path }) => isWithin(location.pathname, path));
    if (deleted !== undefined) {
      history.replaceState(state, '', deleted.href);
      history.go(entryOf(state) > this.#entry ? 1 : -1);
    }
    const isSamePage = new URL(this.#href).pathname === location.pathname;
    const question = isSamePage ? null : this.#ask(location.pathname);
    if (question !== null) {
      history.pushState({ entry: this.#entry }, '', this.#href);
      question.then((isConfirmed) => (isConfirmed ? history.back() : undefined));
      return true;
    }
    this.#href = location.href;
    this.#enter(entryOf(state));
    return false;
  }

  /** Remembers the scroll position: on `popstate` the browser may have changed it already. */
  handleScroll(): void {
    this.#scrollTop = scrollY;
  }

  /** Called by `popstate` and by the new page, in either order. */
  #enter(entry: number): void {
    if (entry === this.#entry) return;
    this.#scrollPositions.set(this.#entry, this.#scrollTop);
    this.#entry = entry;
    this.#pendingScroll = { top: this.#scrollPositions.get(entry) ?? 0 };
  }

  /**
   * Moves focus to the heading of a page that was navigated to, once, and scrolls to the section in the address, or to
   * where the page was left.
   */
  focusHeading(heading: HTMLElement): void {
    this.#enter(entryOf(history.state));
    const pending = this.#pendingScroll;
    const isFirstPage = this.#isFirstPage;
    this.#isFirstPage = false;
    this.#pendingScroll = null;
    if (pending !== null) focusBeforePaint(heading);
    if (pending !== null || isFirstPage) beforePaint(() => scrollToPlace(pending?.top ?? null));
  }

  /**
   * Adds a history entry for an open dialog, so that Back closes it; returns a function that removes the entry, and resolves
   * when the browser has done so.
   */
  addDialog(close: () => void): () => Promise<void> {
    history.pushState({ entry: this.#entry, isDialog: true }, '');
    this.#dialogs.push(close);
    return async () => {
      const index = this.#dialogs.indexOf(close);
      if (index < 0) return;
      this.#dialogs.splice(index, 1);
      // The `popstate` of this call closes nothing.
      this.#pendingRemovals += 1;
      history.back();
      await new Promise<void>((removed) => this.#removalListeners.push(removed));
    };
  }
}

/** Focus and scrolling need the layout of the page: not in the task that has made it, and before it is painted. */
function beforePaint(work: () => void): void {
  // A hidden page is never painted.
  if (document.hidden) work();
  else requestAnimationFrame(work);
}

/** Focuses an element, unless the user has focused something meanwhile: a frame can take long, and a key goes to what has the focus. */
function focusBeforePaint(element: HTMLElement): void {
  const before = document.activeElement;
  beforePaint(() => {
    const { activeElement, body } = document;
    if (activeElement === before || activeElement === body) element.focus({ preventScroll: true });
  });
}

/** Scrolls to where a page was left, or to the section in the address. Null: the browser has placed the first page. */
function scrollToPlace(top: number | null): void {
  if (top !== null) scrollTo({ top, behavior: 'instant' });
  // The browser looks for the section only while the document loads, and our pages come later.
  if (top === 0 || top === null)
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ behavior: 'instant' });
}

/** Whether a path is that of a page, or of one below it. */
export function isWithin(pathname: string, path: string): boolean {
  return `${pathname}/`.startsWith(`${path}/`);
}

type Push = (href: string, options: { state: unknown; replace: boolean }) => void;

/** Gets the paths that are left and opened. Null: nothing to ask. Otherwise resolves with the user's answer. */
type Guard = (from: string, to: string) => Promise<boolean> | null;

function entryOf(state: unknown): number {
  const { entry } = fieldsOf(state);
  return typeof entry === 'number' ? entry : 0;
}
