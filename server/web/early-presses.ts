import { takenOver } from '#contract/pages/rendered-page';

/**
 * The script of rendered pages. It keeps the last button that is pressed, or list that is chosen from, before the app has
 * taken over the page, marks it, and uses it again then. Links, searches and details work without the app.
 */
export const earlyPresses = `(() => {
  let last;
  const keep = (event) => {
    const target = event.target.closest(event.type === 'click' ? 'button[type=button]' : 'select');
    if (target === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (target !== last) forget();
    last = target;
    last.setAttribute('data-pressed', '');
  };
  // A list that is not the last one used shows again what the page was drawn for.
  const forget = () => {
    last?.removeAttribute('data-pressed');
    for (const option of last?.options ?? []) option.selected = option.defaultSelected;
  };
  addEventListener('click', keep, true);
  addEventListener('change', keep, true);
  addEventListener('${takenOver}', () => {
    removeEventListener('click', keep, true);
    removeEventListener('change', keep, true);
    last?.removeAttribute('data-pressed');
    if (last?.matches('select')) last.dispatchEvent(new Event('change', { bubbles: true }));
    else last?.click();
  });
})();`;
