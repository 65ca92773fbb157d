import type { BrowserContext } from 'playwright/test';

/**
 * Removes what Chromium 131, Firefox 132 and Safari 18.1 do not all have, the oldest versions that the README names: a page
 * that needs any of it fails.
 */
export async function removeNewFeatures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const remove = (owner: object, names: readonly string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    const { prototype: iterator } = Object(window).Iterator;
    remove(iterator, [
      'drop',
      'every',
      'filter',
      'find',
      'flatMap',
      'forEach',
      'map',
      'reduce',
      'some',
      'take',
      'toArray',
    ]);
    remove(window, [
      'Float16Array',
      'Iterator',
      'SuppressedError',
      'DisposableStack',
      'AsyncDisposableStack',
      'Temporal',
    ]);
    remove(window, ['CloseWatcher', 'URLPattern', 'cookieStore', 'requestIdleCallback', 'cancelIdleCallback']);
    remove(Window.prototype, ['cookieStore', 'navigation', 'scheduler', 'requestIdleCallback']);
    remove(window, ['navigation', 'scheduler', 'Navigation', 'Scheduler']);
    remove(Promise, ['try']);
    remove(RegExp, ['escape']);
    remove(Error, ['isError']);
    remove(Math, ['f16round', 'sumPrecise']);
    remove(JSON, ['isRawJSON', 'rawJSON']);
    remove(Intl, ['DurationFormat']);
    remove(Uint8Array, ['fromBase64', 'fromHex']);
    remove(Uint8Array.prototype, ['setFromBase64', 'setFromHex', 'toBase64', 'toHex']);
    remove(Map.prototype, ['getOrInsert', 'getOrInsertComputed']);
    remove(Document.prototype, ['startViewTransition', 'caretPositionFromPoint']);
    remove(Element.prototype, ['moveBefore', 'setHTML', 'ariaNotify']);
  });
}
