import { createContext } from 'react';

/** Since when a page is waited for whose code is late, in ms of `performance.now()`; null once it is shown. */
export const PageWaitContext = createContext<{ readonly current: number | null }>({ current: null });
