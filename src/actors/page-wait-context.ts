import { createContext } from 'react';

/** When the wait for the code of a page began, in ms of `performance.now()`; null once the page is shown. */
export const PageWaitContext = createContext<{ readonly current: number | null }>({ current: null });
