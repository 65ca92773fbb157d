/** The button of the next or previous list item; null when there is no other. */
export function neighbourButton(control: HTMLElement): HTMLElement | null {
  const item = control.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbour?.querySelector('button') ?? null;
}

/**
 * Moves focus away from a list item that is about to be removed: to the button of the next or previous item, or to
 * `fallback` when it is the only one. Without this, focus falls back to the start of the page.
 */
export function focusNeighbour(control: HTMLElement, fallback: HTMLElement | null): void {
  (neighbourButton(control) ?? fallback)?.focus();
}

/** Closes a dialog. Focus returns to where it was, or else goes to the heading of the page. */
export function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  const { activeElement } = document;
  // A dialog that opened by itself has nowhere to return focus to, and still contains it.
  const isLost = activeElement === null || activeElement === document.body || dialog.contains(activeElement);
  if (isLost) document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
}

/** Focuses the element with this id, if there is one. */
export function focusById(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** Focuses an element that is rendered after somebody asked for it: a `ref` of it. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
