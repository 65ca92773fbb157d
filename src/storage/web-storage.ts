/** localStorage, or a store in memory where the browser blocks it for this site. */
export function webStorage(): Storage {
  try {
    localStorage.getItem('pitboard');
    return localStorage;
  } catch {
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
