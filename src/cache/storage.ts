/** The browser's own storage of names and texts, or one in memory where it may not be used. */
export function deviceStorage(): Storage {
  try {
    localStorage.getItem('pitboard');
    return localStorage;
  } catch {
    // Blocked for this site: what is kept lasts as long as the page.
    return memoryStorage();
  }
}

function memoryStorage(): Storage {
  const items: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
    clear: () => {
      for (const key of Object.keys(items)) delete items[key];
    },
    key: (index: number) => Object.keys(items)[index] ?? null,
  };
  return new Proxy(items, {
    get: (_, name) => (name === 'length' ? Object.keys(items).length : Object(methods)[name]),
  }) as unknown as Storage;
}
