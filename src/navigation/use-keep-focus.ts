import { type RefObject, useEffect, useRef } from 'react';

/** An element with its place among its siblings. */
interface Place {
  readonly element: Element;
  readonly index: number;
}

const controls = 'button, a[href], input, select, textarea, summary';

/**
 * Keeps the focus of a keyboard near when the element that has it is removed, such as a row that was deleted: it moves to
 * the nearest control that is left. Without this, focus falls back to the start of the page.
 */
export function useKeepFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const ref = useRef<Container>(null);
  useEffect(() => {
    const container = ref.current;
    if (container === null) return;
    let places: readonly Place[] = [];
    const remember = ({ target }: FocusEvent) => {
      places = target instanceof Element ? placesOf(target, container) : [];
    };
    const clear = ({ target }: FocusEvent) => {
      // Some browsers report an element that is about to be removed: afterwards it is known which it was.
      setTimeout(() => {
        if (places[0]?.element === target && places[0]?.element.isConnected) places = [];
      });
    };
    const observer = new MutationObserver(() => {
      const [focused] = places;
      if (focused === undefined || focused.element.isConnected) return;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) nearestControl(places)?.focus();
    });
    container.addEventListener('focusin', remember);
    container.addEventListener('focusout', clear);
    observer.observe(container, { childList: true, subtree: true });
    return () => {
      container.removeEventListener('focusin', remember);
      container.removeEventListener('focusout', clear);
      observer.disconnect();
    };
  }, []);
  return ref;
}

/** An element and its ancestors below the container, from the inside out. */
function placesOf(element: Element, container: Element): Place[] {
  const places: Place[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    places.push({
      element: each,
      index: each.parentElement === null ? 0 : [...each.parentElement.children].indexOf(each),
    });
    if (each === container) break;
  }
  return places;
}

/** The control after the removed element, or else the one before it, as far inside as there is one. */
function nearestControl(places: readonly Place[]): HTMLElement | null {
  for (const [level, { element: parent }] of places.entries()) {
    const removed = places[level - 1];
    if (removed === undefined || !parent.isConnected) continue;
    const children = [...parent.children];
    const inOrder = [...children.slice(removed.index), ...children.slice(0, removed.index).reverse()];
    for (const child of inOrder) {
      const found = [child, ...child.querySelectorAll(controls)].find(canFocus);
      if (found instanceof HTMLElement) return found;
    }
  }
  return null;
}

function canFocus(element: Element): boolean {
  return element.matches(controls) && !element.matches(':disabled') && element.getClientRects().length > 0;
}
