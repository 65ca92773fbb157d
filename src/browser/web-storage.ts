let opened: { readonly storage: Storage; readonly isBlocked: boolean } | null = null;

function open(): { readonly storage: Storage; readonly isBlocked: boolean } {
  try {
    localStorage.getItem('pitboard');
    return { storage: localStorage, isBlocked: false };
  } catch {
    return { storage: memoryStorage(), isBlocked: true };
  }
}

/** localStorage, or a store in memory where the browser blocks it for this site. */
export function webStorage(): Storage {
  opened ??= open();
  return opened.storage;
}

/** The stored names; null where the browser stores nothing for this site. */
export function storedNames(): readonly string[] | null {
  opened ??= open();
  return opened.isBlocked ? null : Object.keys(opened.storage);
}

/** Stores a text; on a full disk it lasts no longer than the page. */
export function storeText(name: string, text: string): void {
  try {
    webStorage().setItem(name, text);
  } catch {
    // The app works without this storage.
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  // The stored names are its properties, as in localStorage.
  return new Proxy(storage, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => ({ value: items.get(String(key)), enumerable: true, configurable: true }),
  });
}
