/** A click anywhere on a row follows its first link, as a click on the link does. */
export function followRowLink({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }): void {
  if (target instanceof Element && target.closest('a, button') !== null) return;
  // Text that is being selected is no click.
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLElement>('a')?.click();
}
